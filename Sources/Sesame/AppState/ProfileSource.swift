public import SesameCore

/// The source of the state of a user's onboarding, for ``AppState``.
public protocol ProfileSource: Sendable {
    /// Looks up the profile of the signed-in user, and returns the state of the onboarding. Implementations must not
    /// write any data.
    func load(for user: UserAuthInfo) async -> ProfileLookupResult

    /// Returns the last state that was stored on this device; nil if none is stored. A source without storage on the
    /// device need not implement this method.
    func cachedState(for uid: String) async -> OnboardingState?

    /// The changes of the onboarding's state that were saved on this or another device. If the source does not
    /// implement this property, the app reports the changes with ``AppState/continueOnboarding(at:)``.
    var progress: AsyncStream<OnboardingProgress> { get }
}

extension ProfileSource {
    /// Returns nil: the source stores no state.
    public func cachedState(for uid: String) async -> OnboardingState? { nil }

    /// An empty stream.
    public var progress: AsyncStream<OnboardingProgress> { AsyncStream { $0.finish() } }
}

/// A change of the onboarding's state.
public struct OnboardingProgress: Sendable, Equatable {
    /// The user's id.
    public let uid: String
    /// The new state.
    public let state: OnboardingState

    /// Creates a change of the given user's state.
    public init(uid: String, state: OnboardingState) {
        self.uid = uid
        self.state = state
    }
}

/// The result of looking up a profile.
public enum ProfileLookupResult: Sendable {
    /// An existing profile, with the state of its onboarding.
    case found(OnboardingState)
    /// No profile, as the server has reported. A response that did not arrive or was not understood is a failure
    /// instead.
    case missing
    /// A failure: no network, no server or no permission.
    case failed(AuthError)
}
