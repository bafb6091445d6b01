/// The state of a user's onboarding, according to their profile.
public enum OnboardingState: Sendable, Hashable, Codable {
    /// A completed onboarding: the user reaches the app itself.
    case finished
    /// An incomplete onboarding, which continues at the given step, or at the first step if it is nil.
    case inProgress(OnboardingStep?)
}

/// A step of the app's onboarding. Every app defines its own steps.
public struct OnboardingStep: Sendable, Hashable, Codable, RawRepresentable {
    /// The step's name, as it is stored in the profile.
    public var rawValue: String

    /// Creates a step from the name that the profile stores.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
