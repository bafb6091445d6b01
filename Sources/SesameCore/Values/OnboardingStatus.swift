/// How far a person has come with an app's onboarding.
public struct OnboardingStatus: Sendable, Equatable {
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

    /// Makes the value.
    public init(state: State, step: String? = nil) {
        self.state = state
        self.step = step
    }
}
