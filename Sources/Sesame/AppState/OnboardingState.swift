/// The state of a user's onboarding, according to their profile.
public enum OnboardingState: Sendable, Hashable, Codable {
    /// The complete onboarding: the profile has all that it needs.
    case finished
    /// An incomplete onboarding, which continues at that step; nil if no step is stored.
    case inProgress(OnboardingStep?)
}

/// A step of the app's onboarding. The set is open, because every app has its own steps.
public struct OnboardingStep: Sendable, Hashable, Codable, RawRepresentable {
    /// The step's name, as it is stored in the profile.
    public var rawValue: String

    /// Creates a step with that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
