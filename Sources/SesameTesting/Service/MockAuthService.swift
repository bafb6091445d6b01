import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// A back end without a server: it keeps accounts and sessions in memory as a real one does, fails where a test says
/// so, and notes what it was asked.
///
/// Tokens are taken for whomever they name: those with the same `sub`, or the same text, are the same person. A session
/// that it has not begun itself is taken for one from before the test.
///
/// ```swift
/// let clock = ManualClock()
/// let service = MockAuthService(clock: clock.clock)
/// let manager = AuthManager(service: service, store: MockSessionStore(.sample(1)), clock: clock.clock)
/// service.fail(.refresh, with: AuthError(.offline, "no network"))
/// ```
public final class MockAuthService: AuthLinkingService, AuthPasswordService, AuthCodeService,
    AuthSecondFactorService, AuthSessionService, AuthExportService, ScriptedService
{
    /// A call of a back end.
    public enum Call: Hashable, Sendable, CaseIterable {
        /// A nonce for a sign-in.
        case nonce
        /// A nonce for a link.
        case linkNonce
        /// A credential for a session.
        case exchange
        /// New tokens.
        case refresh
        /// A proof of who the session's owner is.
        case confirm
        /// A credential for the session's account.
        case link
        /// The end of a way to sign in.
        case unlink
        /// The user's decision about a conflict.
        case settle
        /// The undoing of a merge.
        case undoMerge
        /// A mail for somebody who has forgotten their password.
        case passwordReset
        /// A mail that verifies an address.
        case verification
        /// Another password.
        case passwordChange
        /// A code to sign in with.
        case signInCode
        /// The end of a session.
        case revoke
        /// A look at the account's sessions.
        case sessions
        /// The end of one of them, by its id.
        case sessionEnd
        /// The end of all others.
        case otherSessionsEnd
        /// All that is kept about an account.
        case export
        /// The end of an account.
        case delete
        /// A text with a code for a second factor.
        case secondFactorText
        /// A look at second factors.
        case secondFactors
        /// The beginning of a second factor.
        case secondFactorBegin
        /// The first code of a second factor.
        case secondFactorAdd
        /// The end of a second factor.
        case secondFactorRemoval
        /// Codes that stand in for second factors.
        case recoveryCodes
    }

    struct State {
        var accounts = MockAccounts()
        var users: [UserAuthInfo] = []
        var upgrade: Upgrade?
        var deletion = AccountDeletion()
        var credentials: [AuthCredential] = []
        var revoked: [String] = []
        var mailed: [String] = []
        var texted: [String] = []
    }

    /// The script of the calls to come.
    public let script: CallScript<Call>
    let state = Locked(State())
    private let clock: AuthClock

    /// A back end without accounts.
    /// - Parameter users: Who signs in, one after another and the last one for ever, whatever the credential says. With
    ///   none, the credential says who it is.
    public init(clock: AuthClock = .system, users: [UserAuthInfo] = []) {
        self.clock = clock
        script = CallScript(clock: clock)
        state.withLock { $0.users = users }
    }

    /// A nonce: `n-1` and so on.
    public func nonce() async throws(AuthError) -> Nonce {
        try await perform(.nonce) { state throws(AuthError) in state.accounts.makeNonce() }
    }

    /// A nonce of that session: `n-s-1-2` and so on.
    public func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce {
        try await perform(.linkNonce) { state throws(AuthError) in
            _ = try state.accounts.use(session)
            return state.accounts.makeNonce(for: session)
        }
    }

    /// A session for whomever the credential, or the test, names.
    public func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        state.withLock { $0.credentials.append(credential) }
        return try await perform(.exchange) { [now = clock.now] state throws(AuthError) in
            let user = state.users.count > 1 ? state.users.removeFirst() : state.users.first
            return try state.accounts.signIn(credential, as: user, at: now)
        }
    }

    /// New tokens for the session.
    public func refresh(_ session: Session) async throws(AuthError) -> Session {
        try await perform(.refresh) { [now = clock.now] state throws(AuthError) in
            try state.accounts.refresh(session, at: now)
        }
    }

    /// New tokens for the session, or another session for a code of the web sign-in.
    public func confirm(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        try await perform(.confirm) { [now = clock.now] state throws(AuthError) in
            try state.accounts.confirm(session, with: credential, at: now)
        }
    }

    /// Binds the credential to the session's account.
    public func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        state.withLock { $0.credentials.append(credential) }
        return try await perform(.link) { [now = clock.now] state throws(AuthError) in
            if let upgrade = state.upgrade { return upgrade }
            return try state.accounts.link(credential, to: session, onConflict: onConflict, at: now)
        }
    }

    /// Takes the way to sign in from the session's account.
    public func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError) {
        try await perform(.unlink) { state throws(AuthError) in
            try state.accounts.unlink(method, from: session)
        }
    }

    /// Carries out what the person decided.
    public func settle(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade {
        try await perform(.settle) { [now = clock.now] state throws(AuthError) in
            if let upgrade = state.upgrade { return upgrade }
            return try state.accounts.settle(choice, ticket: ticket, for: session, at: now)
        }
    }

    /// Parts the two accounts that were merged last into the session's.
    public func undoMerge(for session: Session) async throws(AuthError) -> Upgrade {
        try await perform(.undoMerge) { [now = clock.now] state throws(AuthError) in
            if let upgrade = state.upgrade { return upgrade }
            return try state.accounts.undoMerge(for: session, at: now)
        }
    }

    /// Notes that a mail is asked for. It is the same for an address that nobody has.
    public func sendPasswordReset(to email: String, language: String?) async throws(AuthError) {
        try await perform(.passwordReset) { state throws(AuthError) in state.mailed.append(email) }
    }

    /// Notes that a mail to the session's person is asked for.
    public func sendVerification(for session: Session, language: String?) async throws(AuthError) {
        try await perform(.verification) { state throws(AuthError) in
            guard let email = try state.accounts.use(session).session.user.email else {
                throw AuthError(.notFound, "the account has no address to verify")
            }
            state.mailed.append(email)
        }
    }

    /// Notes where a code goes: the digits are `123456`, and good until they are used.
    package func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode {
        try await perform(.signInCode) { state throws(AuthError) in
            let sent = SentCode(to: receiver)
            if let email = sent.email { state.mailed.append(email) } else { state.texted.append(receiver) }
            state.accounts.codes.insert(sent.identity)
            return sent
        }
    }

    /// Gives the session's account another password of at least eight characters.
    public func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session {
        try await perform(.passwordChange) { [now = clock.now] state throws(AuthError) in
            try state.accounts.changePassword(of: session, from: current, to: password, at: now)
        }
    }

    /// Notes the factor that a text is asked for.
    package func sendSecondFactorText(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError) {
        try await perform(.secondFactorText) { state throws(AuthError) in
            state.texted.append(try state.accounts.phone(factor, for: step))
        }
    }

    /// Returns the account's second factors. Everything may be added.
    public func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus {
        try await perform(.secondFactors) { state throws(AuthError) in
            try state.accounts.secondFactors(of: session)
        }
    }

    /// Makes a key for an authenticator app. The code of a phone is `123456`.
    public func beginSecondFactor(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup {
        try await perform(.secondFactorBegin) { state throws(AuthError) in
            try state.accounts.begin(factor, of: session)
        }
    }

    /// Adds what was begun, by a code of it.
    public func addSecondFactor(
        _ factor: NewSecondFactor, code: Secret, continuing continuation: Secret?, to session: Session
    ) async throws(AuthError) -> (added: SecondFactorInfo, session: Session) {
        try await perform(.secondFactorAdd) { [now = clock.now] state throws(AuthError) in
            (try state.accounts.add(factor, code: code, to: session, at: now), session)
        }
    }

    /// Takes a second factor away.
    public func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session {
        try await perform(.secondFactorRemoval) { state throws(AuthError) in
            try state.accounts.removeFactor(id, from: session)
            return session
        }
    }

    /// Ten codes that were never seen before.
    public func makeRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret] {
        try await perform(.recoveryCodes) { state throws(AuthError) in
            try state.accounts.makeRecoveryCodes(for: session)
        }
    }

    /// Ends the session.
    public func revoke(_ revocation: Revocation) async throws(AuthError) {
        try await perform(.revoke) { state throws(AuthError) in
            state.revoked.append(revocation.refreshToken.exposed)
            state.accounts.revoke(revocation)
        }
    }

    /// The sessions of the account that go on.
    package func sessions(of session: Session) async throws(AuthError) -> [AccountSession] {
        try await perform(.sessions) { state throws(AuthError) in try state.accounts.sessions(of: session) }
    }

    /// Ends a session of the account.
    package func endSession(_ id: String, of session: Session) async throws(AuthError) {
        try await perform(.sessionEnd) { state throws(AuthError) in try state.accounts.endSession(id, of: session) }
    }

    /// Ends all other sessions of the account.
    package func endOtherSessions(of session: Session) async throws(AuthError) {
        try await perform(.otherSessionsEnd) { state throws(AuthError) in
            try state.accounts.endOtherSessions(of: session)
        }
    }

    /// The account's id, as a document.
    public func export(_ session: Session) async throws(AuthError) -> [UInt8] {
        try await perform(.export) { state throws(AuthError) in
            let uid = try state.accounts.use(session).session.user.uid
            let document: JSONObject = ["account": ["uid": .string(uid)]]
            return document.serialized()
        }
    }

    /// Removes the session's account. What that leaves to the person, the test says.
    @discardableResult
    public func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion {
        try await perform(.delete) { state throws(AuthError) in
            try state.accounts.delete(session)
            return state.deletion
        }
    }

    private func perform<Answer>(
        _ call: Call, _ effect: (inout State) throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        try await script.perform(call) { () throws(AuthError) in
            try state.withLock { state in Result { () throws(AuthError) in try effect(&state) } }.get()
        }
    }
}
