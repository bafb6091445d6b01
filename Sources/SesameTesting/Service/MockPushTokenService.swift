public import Sesame
public import SesameCore
import SesameWire

/// A back end for push registrations without a server: a token belongs to whoever has registered it last. It fails where
/// a test says so, and notes what it was asked.
public final class MockPushTokenService: PushTokenService, ScriptedService {
    /// A call of a back end for push registrations.
    public enum Call: Hashable, Sendable, CaseIterable {
        /// A registration.
        case register
        /// The end of one.
        case remove
    }

    /// A device as the back end knows it.
    public struct Registration: Sendable, Equatable {
        /// The token that reaches it.
        public let token: PushToken
        /// The id that it goes by.
        public let installation: String
        /// The user whose device it is.
        public let uid: String
    }

    private struct State {
        var registrations: [Registration] = []
        var leavers: [String] = []
        var whenRemoved: (@Sendable () -> Void)?
    }

    /// The script of the calls to come.
    public let script: CallScript<Call>
    private let state = Locked(State())

    /// A back end without registrations.
    public init(clock: AuthClock = .system) {
        script = CallScript(clock: clock)
    }

    /// The same back end as it is asked in the name of whoever is signed in there, and of nobody else.
    public func asked(by auth: some AuthManagerProtocol) -> some PushTokenService {
        PersonalPushTokens(service: self, auth: auth)
    }

    /// The devices, the one registered first first.
    public var registrations: [Registration] { state.withLock { $0.registrations } }

    /// The ids of the sessions whose registration was taken back, in order.
    public var leavers: [String] { state.withLock { $0.leavers } }

    /// Runs whenever a registration is taken back.
    public func whenRemoved(_ action: (@Sendable () -> Void)?) {
        state.withLock { $0.whenRemoved = action }
    }

    /// Registers the device, in place of what the token or the installation was registered for.
    public func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError) {
        try await script.perform(.register) { () throws(AuthError) in
            state.withLock { state in
                state.registrations.removeAll { $0.token == token || $0.uid == uid && $0.installation == installation }
                state.registrations.append(Registration(token: token, installation: installation, uid: uid))
            }
        }
    }

    /// Takes the registration back.
    public func remove(installation: String, of session: Session) async throws(AuthError) {
        try await script.perform(.remove) { () throws(AuthError) in
            let action = state.withLock { state in
                state.leavers.append(session.id)
                state.registrations.removeAll { $0.installation == installation && $0.uid == session.user.uid }
                return state.whenRemoved
            }
            action?()
        }
    }
}

/// The registrations of a back end in the name of one device's person.
private struct PersonalPushTokens: PushTokenService {
    let service: MockPushTokenService
    let auth: any AuthManagerProtocol

    func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError) {
        try auth.expect(uid)
        try await service.register(token, installation: installation, for: uid)
    }

    func remove(installation: String, of session: Session) async throws(AuthError) {
        try await service.remove(installation: installation, of: session)
    }
}

extension AuthManagerProtocol {
    /// Throws what a real back end's client does where somebody else is signed in, or nobody.
    func expect(_ uid: String) throws(AuthError) {
        guard let user = auth else { throw AuthError(.notAuthenticated, "nobody is signed in") }
        guard user.uid.hasSameBytes(as: uid) else { throw AuthError(.cancelled, "somebody else is signed in") }
    }
}
