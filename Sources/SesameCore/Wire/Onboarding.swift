/// How far a person has come with an app's onboarding: part of the account and of the profile.
public struct OnboardingBody: WireBody, Equatable {
    /// The state.
    public let state: State
    /// Where the person goes on; nil unless the state is ``State/inProgress`` and the app has steps.
    public let step: String?

    /// Where an onboarding can be.
    public enum State: String, Sendable, CaseIterable {
        /// Nothing has been saved yet: begin at the first step.
        case notStarted
        /// Something has been saved: go on at the step.
        case inProgress
        /// All that the app requires is there.
        case completed
    }

    /// Makes the body.
    public init(state: State, step: String? = nil) {
        self.state = state
        self.step = step
    }

    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        guard let state = try json.choice("state", of: State.self) else { throw BodyError("state", .missing) }
        self.state = state
        step = try json.optionalString("step")
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
    /// Where the person goes on. From a step only the next one can be reached, or an earlier one.
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
