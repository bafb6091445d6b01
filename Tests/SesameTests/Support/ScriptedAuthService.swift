import Foundation
import SesameCore

@testable import Sesame

/// A back end that answers as a test says, and notes what it was asked.
///
/// A call waits while its kind is held, so that a test decides what happens meanwhile.
final class ScriptedAuthService: AuthService {
    enum Call: Hashable, Sendable {
        case nonce, linkNonce, exchange, refresh, confirm, link, settle, revoke, delete
    }

    private struct State {
        var calls: [Call] = []
        var revoked: [String] = []
        var failures: [Call: AuthError] = [:]
        var holds: [Call: Promise<Bool>] = [:]
        var count = 0
        var users: [UserAuthInfo] = []
        var credentials: [AuthCredential] = []
        var upgrade = Upgrade(outcome: .linked, session: .sample(0))
    }

    private let state = Locked(State())
    private let clock: ManualClock

    init(clock: ManualClock, users: [UserAuthInfo] = [.first]) {
        self.clock = clock
        state.withLock { $0.users = users }
    }

    func count(of call: Call) -> Int { state.withLock { $0.calls.count { $0 == call } } }

    /// What was exchanged or linked, in order.
    var credentials: [AuthCredential] { state.withLock { $0.credentials } }

    /// What links and decisions come to.
    var upgrade: Upgrade {
        get { state.withLock { $0.upgrade } }
        set { state.withLock { $0.upgrade = newValue } }
    }

    /// The refresh tokens whose sessions were revoked.
    var revoked: [String] { state.withLock { $0.revoked } }

    /// Lets every call of the kind fail from now on, or succeed again.
    func fail(_ call: Call, with error: AuthError?) { state.withLock { $0.failures[call] = error } }

    /// Keeps calls of the kind waiting until the promise is fulfilled.
    func hold(_ call: Call) -> Promise<Bool> {
        let promise = Promise<Bool>()
        state.withLock { $0.holds[call] = promise }
        return promise
    }

    func release(_ call: Call) {
        state.withLock { $0.holds.removeValue(forKey: call) }?.fulfil(true)
    }

    func nonce() async throws(AuthError) -> Nonce {
        try await begin(.nonce)
        return Nonce(Secret("n-1"))
    }

    func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce {
        try await begin(.linkNonce)
        return Nonce(Secret("n-\(session.id)"))
    }

    func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        state.withLock { $0.credentials.append(credential) }
        let user = state.withLock { state in state.users.count > 1 ? state.users.removeFirst() : state.users[0] }
        let session = makeSession(user)
        try await begin(.exchange)
        return SignIn(session: session, isNewUser: true)
    }

    func refresh(_ session: Session) async throws(AuthError) -> Session {
        let fresh = makeSession(session.user, id: session.id)
        try await begin(.refresh)
        return fresh
    }

    func confirm(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        let fresh = makeSession(session.user)
        try await begin(.confirm)
        return fresh
    }

    func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        state.withLock { $0.credentials.append(credential) }
        try await begin(.link)
        return state.withLock { $0.upgrade }
    }

    func settle(
        _ choice: MergeRequest.Choice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade {
        try await begin(.settle)
        return state.withLock { $0.upgrade }
    }

    func revoke(_ revocation: Revocation) async throws(AuthError) {
        try await begin(.revoke)
        state.withLock { $0.revoked.append(revocation.refreshToken.exposed) }
    }

    func deleteAccount(_ session: Session) async throws(AuthError) {
        try await begin(.delete)
    }

    private func begin(_ call: Call) async throws(AuthError) {
        let (hold, failure) = state.withLock { state in
            state.calls.append(call)
            return (state.holds[call], state.failures[call])
        }
        _ = await hold?.value
        if let failure { throw failure }
    }

    private func makeSession(_ user: UserAuthInfo, id: String? = nil) -> Session {
        let count = state.withLock { state in
            state.count += 1
            return state.count
        }
        return .sample(count, user: user, id: id, at: clock.now)
    }
}

extension UserAuthInfo {
    static let first = UserAuthInfo(uid: "uid-1", email: "one@example.com", displayName: "Test User 1")
    static let second = UserAuthInfo(uid: "uid-2", email: "two@example.com", displayName: "Test User 2")
    static let guest = UserAuthInfo(uid: "uid-3", isAnonymous: true)
}

extension Session {
    /// Session `s-n` with the tokens `a-n` and `r-n`, good for 15 minutes.
    static func sample(
        _ number: Int, user: UserAuthInfo = .first, id: String? = nil,
        at now: Date = Date(timeIntervalSince1970: 1_800_000_000)
    ) -> Session {
        Session(
            id: id ?? "s-\(number)", user: user, accessToken: Secret("a-\(number)"),
            refreshToken: Secret("r-\(number)"), receivedAt: now, expiresAt: now + 900)
    }
}
