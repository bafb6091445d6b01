/// The status of an app's onboarding.
public struct OnboardingStatus: Sendable, Equatable {
    /// The onboarding's state.
    public let state: State
    /// The user's step; nil unless the state is ``State/inProgress`` and the app has steps.
    public let step: String?

    /// The state of an onboarding.
    public enum State: String, Sendable, CaseIterable {
        /// Nothing is saved yet: begin at the first step.
        case notStarted
        /// Part of the profile is saved: continue at the step.
        case inProgress
        /// All required fields are saved.
        case completed
    }

    /// Creates a status with this state and step.
    public init(state: State, step: String? = nil) {
        self.state = state
        self.step = step
    }
}
