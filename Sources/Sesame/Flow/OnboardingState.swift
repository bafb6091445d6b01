/// The state of a user's onboarding, as their profile says.
public enum OnboardingState: Sendable, Hashable, Codable {
    /// The profile is complete.
    case finished
    /// The onboarding was begun and goes on at that step; nil where none is stored.
    case inProgress(OnboardingStep?)
}

/// A step of the app's onboarding: an open set, because every app has its own.
public struct OnboardingStep: Sendable, Hashable, Codable, RawRepresentable {
    /// The step's name, as it is stored in the profile.
    public var rawValue: String

    /// A step of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
