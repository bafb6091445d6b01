/// The state of an app's onboarding.
public struct OnboardingStatus: Sendable, Equatable {
    /// The state.
    public let state: State
    /// The user's step; nil unless the state is ``State/inProgress`` and the app has steps.
    public let step: String?

    /// The state of an onboarding.
    public enum State: String, Sendable, CaseIterable {
        /// Nothing has been saved yet: begin at the first step.
        case notStarted
        /// Something has been saved: go on at the step.
        case inProgress
        /// All that the app requires is there.
        case completed
    }

    /// Makes the value.
    public init(state: State, step: String? = nil) {
        self.state = state
        self.step = step
    }
}
