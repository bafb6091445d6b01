public import SesameCore

/// The wire format of the onboarding status, a part of the account and of the profile.
extension OnboardingStatus: WireBody {
    /// Parses the status; throws if `state` is missing or unknown. The step is optional.
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

/// A move to an onboarding step: the member `onboarding` of a ``ProfileRequest``.
public struct OnboardingMove: WireBody, Equatable {
    /// The step to move to: any earlier step, or the next one. The server refuses a move that skips a step.
    public let step: String
    /// The steps to pass through before ``step``, in order; empty for a single move.
    public let via: [String]

    /// Creates a move to a step, by default without steps in between.
    public init(to step: String, via: [String] = []) {
        self.step = step
        self.via = via
    }

    /// Parses the move; throws if `step` is missing. A missing `via` means no steps in between.
    public init(json: JSONObject) throws(BodyError) {
        step = try json.string("step")
        via = try json.optionalStrings("via") ?? []
    }

    /// The move as a JSON object; an empty `via` is left out.
    public var json: JSONObject {
        var json: JSONObject = ["step": .string(step)]
        if !via.isEmpty { json["via"] = .array(via.map { .string($0) }) }
        return json
    }
}
