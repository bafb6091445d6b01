public import SesameCore

/// A source of users' onboarding states for ``AppState``, for example ``ProfileStore``.
public protocol ProfileSource: Sendable {
    /// Looks up the profile of the signed-in user, and returns the state of the onboarding. Implementations must not
    /// write any data.
    func load(for user: UserAuthInfo) async -> ProfileLookupResult

    /// Returns the user's onboarding state that was last stored on this device; nil if none is stored. A source without
    /// storage on the device need not implement this method.
    func cachedState(for uid: String) async -> OnboardingState?

    /// The changes of the user's onboarding state that were saved on this or another device. If the source does not
    /// implement this property, the app reports the changes with ``AppState/continueOnboarding(at:)``.
    var progress: AsyncStream<OnboardingProgress> { get }
}

extension ProfileSource {
    /// Returns nil, the default for a source without storage on the device.
    public func cachedState(for uid: String) async -> OnboardingState? { nil }

    /// An empty stream, the default for a source that reports no changes.
    public var progress: AsyncStream<OnboardingProgress> { AsyncStream { $0.finish() } }
}

/// A change of a user's onboarding state, saved on this or another device.
public struct OnboardingProgress: Sendable, Equatable {
    /// The id of the user whose onboarding has changed.
    public let uid: String
    /// The user's onboarding state after the change.
    public let state: OnboardingState

    /// Creates a change to report in ``ProfileSource/progress``.
    public init(uid: String, state: OnboardingState) {
        self.uid = uid
        self.state = state
    }
}

/// The result of ``ProfileSource/load(for:)``.
public enum ProfileLookupResult: Sendable {
    /// An existing profile, with the state of its onboarding.
    case found(OnboardingState)
    /// No profile, as the server has reported. A response that did not arrive or was not understood is a failure
    /// instead.
    case missing
    /// A failed lookup, for example without a network or without permission.
    case failed(AuthError)
}
