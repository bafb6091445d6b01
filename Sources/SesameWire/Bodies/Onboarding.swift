public import SesameCore

/// Part of the account and of the profile.
extension OnboardingStatus: WireBody {
    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        guard let state = try json.choice("state", of: State.self) else { throw BodyError("state", .missing) }
        self.init(state: state, step: try json.optionalString("step"))
    }

    /// The body as it is sent; an absent step is left out.
    public var json: JSONObject {
        var json: JSONObject = ["state": .string(state.rawValue)]
        json.set("step", step)
        return json
    }
}

/// A move in the onboarding: part of a ``ProfileRequest``.
public struct OnboardingMove: WireBody, Equatable {
    /// The user's step. From a step only the next one can be reached, or an earlier one.
    public let step: String
    /// The steps on the way there, in their order, when several moves are sent at once.
    public let via: [String]

    /// Makes the move.
    public init(to step: String, via: [String] = []) {
        self.step = step
        self.via = via
    }

    /// Reads the move.
    public init(json: JSONObject) throws(BodyError) {
        step = try json.string("step")
        via = try json.optionalStrings("via") ?? []
    }

    /// The move as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["step": .string(step)]
        if !via.isEmpty { json["via"] = .array(via.map { .string($0) }) }
        return json
    }
}
