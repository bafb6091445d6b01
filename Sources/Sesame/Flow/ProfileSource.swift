public import SesameCore

/// The source of the state of a user's onboarding, for ``AppState``.
public protocol ProfileSource: Sendable {
    /// Looks up the profile of the person who is signed in. It must not write anything.
    func load(for user: UserAuthInfo) async -> ProfileAnswer

    /// Returns the state that this device last knew; nil if it remembers nothing. A source that keeps nothing on the
    /// device needs no such method.
    func remembered(for uid: String) async -> OnboardingState?

    /// The state of the onboarding, each time that it changes: by a save here, or by another device. A source without
    /// this leaves it to the app to say so, by ``AppState/continueOnboarding(at:)``.
    var progress: AsyncStream<ProfileProgress> { get }
}

extension ProfileSource {
    /// Nothing.
    public func remembered(for uid: String) async -> OnboardingState? { nil }

    /// Ends at once.
    public var progress: AsyncStream<ProfileProgress> { AsyncStream { $0.finish() } }
}

/// A change of the onboarding's state.
public struct ProfileProgress: Sendable, Equatable {
    /// The person.
    public let uid: String
    /// The state.
    public let state: OnboardingState

    /// Makes the value.
    public init(uid: String, state: OnboardingState) {
        self.uid = uid
        self.state = state
    }
}

/// The result of looking up a profile.
public enum ProfileAnswer: Sendable {
    /// There is one, and the person has come that far.
    case found(OnboardingState)
    /// The server has said that there is none. An answer that did not arrive or was not understood is a failure.
    case missing
    /// Nobody knows: no network, no server, no permission.
    case failed(AuthError)
}
