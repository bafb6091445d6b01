public import SesameCore

/// The wire format of the onboarding status, a part of the account and of the profile.
extension OnboardingStatus: WireBody {
    /// Parses the body; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        guard let state = try json.choice("state", of: State.self) else { throw BodyError("state", .missing) }
        self.init(state: state, step: try json.optionalString("step"))
    }

    /// The body as a JSON object; an absent step is left out.
    public var json: JSONObject {
        var json: JSONObject = ["state": .string(state.rawValue)]
        json.set("step", step)
        return json
    }
}

/// A move in the onboarding: part of a ``ProfileRequest``.
public struct OnboardingMove: WireBody, Equatable {
    /// The step to move to. A step may be followed by the next one or an earlier one.
    public let step: String
    /// The steps before ``step``, in order, if several moves are sent at once.
    public let via: [String]

    /// Creates a move with these members.
    public init(to step: String, via: [String] = []) {
        self.step = step
        self.via = via
    }

    /// Parses the move; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        step = try json.string("step")
        via = try json.optionalStrings("via") ?? []
    }

    /// The move as a JSON object.
    public var json: JSONObject {
        var json: JSONObject = ["step": .string(step)]
        if !via.isEmpty { json["via"] = .array(via.map { .string($0) }) }
        return json
    }
}
