public import Sesame
public import SesameCore
import SesameWire

/// A push registration back end without a server. A token belongs to the user of its last registration. The mock fails
/// as scripted by a test, and records its calls.
public final class MockPushTokenService: PushTokenService, ScriptedService {
    /// A call of a push registration back end.
    public enum Call: Hashable, Sendable, CaseIterable {
        /// The registration of a device.
        case register
        /// The removal of a registration.
        case remove
    }

    /// A device's registration in the back end's records.
    public struct Registration: Sendable, Equatable {
        /// The push token, which no other registration has.
        public let token: PushToken
        /// The id of the app's installation on the device.
        public let installation: String
        /// The uid of the user who registered the token.
        public let uid: String
    }

    private struct State {
        var registrations: [Registration] = []
        var removedSessionIDs: [String] = []
        var whenRemoved: (@Sendable () -> Void)?
    }

    /// The script of the next calls.
    public let script: CallScript<Call>
    private let state = Locked(State())

    /// Creates a back end without registrations.
    public init(clock: AuthClock = .system) {
        script = CallScript(clock: clock)
    }

    /// Returns a service over this back end that registers devices only for the manager's signed-in user; a
    /// registration for another user fails.
    public func authenticated(by auth: some AuthManagerProtocol) -> some PushTokenService {
        PersonalPushTokens(service: self, auth: auth)
    }

    /// The registered devices, oldest registration first.
    public var registrations: [Registration] { state.withLock { $0.registrations } }

    /// The ids of the sessions that requested the removal of a registration, in order.
    public var removedSessionIDs: [String] { state.withLock { $0.removedSessionIDs } }

    /// Sets the closure that runs at every removal of a registration; nil removes the closure.
    public func whenRemoved(_ action: (@Sendable () -> Void)?) {
        state.withLock { $0.whenRemoved = action }
    }

    /// Registers the device. It replaces earlier registrations of the token, by any user, and of the installation by
    /// the same user.
    public func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError) {
        try await script.perform(.register) { () throws(AuthError) in
            state.withLock { state in
                state.registrations.removeAll { $0.token == token || $0.uid == uid && $0.installation == installation }
                state.registrations.append(Registration(token: token, installation: installation, uid: uid))
            }
        }
    }

    /// Removes the installation's registration of the session's user, then calls the closure of ``whenRemoved(_:)``.
    public func remove(installation: String, of session: Session) async throws(AuthError) {
        try await script.perform(.remove) { () throws(AuthError) in
            let action = state.withLock { state in
                state.removedSessionIDs.append(session.id)
                state.registrations.removeAll { $0.installation == installation && $0.uid == session.user.uid }
                return state.whenRemoved
            }
            action?()
        }
    }
}

/// A push registration service that registers devices only for the manager's signed-in user.
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
    /// Throws unless the manager's signed-in user has the given uid: `notAuthenticated` if no user is signed in,
    /// `cancelled` if another user is.
    func expect(_ uid: String) throws(AuthError) {
        guard let user = auth else { throw AuthError(.notAuthenticated, "no user is signed in") }
        guard user.uid.hasSameBytes(as: uid) else { throw AuthError(.cancelled, "another user is signed in") }
    }
}
