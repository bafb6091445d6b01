public import SesameCore

/// Where ``AppState`` learns how far a person has come with the onboarding.
public protocol ProfileSource: Sendable {
    /// Looks up the profile of the person who is signed in. It must not write anything.
    func load(for user: UserAuthInfo) async -> ProfileAnswer
}

/// What came of looking up a profile.
public enum ProfileAnswer: Sendable {
    /// There is one, and the person has come that far.
    case found(OnboardingState)
    /// The server has said that there is none. An answer that did not arrive or was not understood is a failure.
    case missing
    /// Nobody knows: no network, no server, no permission.
    case failed(AuthError)
}
