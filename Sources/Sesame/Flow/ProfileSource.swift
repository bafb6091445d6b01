public import SesameCore

/// Where ``AppState`` learns how far a person has come with the onboarding.
public protocol ProfileSource: Sendable {
    /// Looks up the profile of the person who is signed in. It must not write anything.
    func load(for user: UserAuthInfo) async -> ProfileAnswer

    /// How far the person had come when this device last knew; nil where it remembers nothing. A source that keeps
    /// nothing on the device needs no such method.
    func remembered(for uid: String) async -> OnboardingState?

    /// How far the person has come, each time that it changes: by a save here, or by another device. A source without
    /// this leaves it to the app to say so, by ``AppState/continueOnboarding(at:)``.
    var progress: AsyncStream<ProfileProgress> { get }
}

extension ProfileSource {
    /// Nothing.
    public func remembered(for uid: String) async -> OnboardingState? { nil }

    /// Ends at once.
    public var progress: AsyncStream<ProfileProgress> { AsyncStream { $0.finish() } }
}

/// How far a person has come by now.
public struct ProfileProgress: Sendable, Equatable {
    /// The person.
    public let uid: String
    /// How far they have come.
    public let state: OnboardingState

    /// Makes the value.
    public init(uid: String, state: OnboardingState) {
        self.uid = uid
        self.state = state
    }
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
