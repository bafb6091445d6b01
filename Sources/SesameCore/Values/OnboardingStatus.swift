/// The user's progress in the app's onboarding.
public struct OnboardingStatus: Sendable, Equatable {
    /// The overall progress; only ``State/inProgress`` can have a ``step``.
    public let state: State
    /// The user's step; nil unless the state is ``State/inProgress`` and the app has steps.
    public let step: String?

    /// The overall progress of an onboarding.
    public enum State: String, Sendable, CaseIterable {
        /// Nothing is saved yet: begin at the first step.
        case notStarted
        /// Part of the profile is saved: continue at the step.
        case inProgress
        /// All required fields are saved.
        case completed
    }

    /// Creates a status; `step` belongs to the state ``State/inProgress`` alone.
    public init(state: State, step: String? = nil) {
        self.state = state
        self.step = step
    }
}
