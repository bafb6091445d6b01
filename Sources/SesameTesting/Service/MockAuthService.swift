import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// A back end without a server. It stores accounts and sessions in memory as a real one does, fails as scripted by a
/// test, and records its calls.
///
/// A token's `sub`, or its whole text without one, identifies the user. A session that the mock has not created counts
/// as one from before the test.
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
    /// A call to the back end.
    public enum Call: Hashable, Sendable, CaseIterable {
        /// A request for a sign-in nonce.
        case nonce
        /// A request for a linking nonce.
        case linkNonce
        /// A request to exchange a credential for a session.
        case exchange
        /// A request for new tokens with a refresh token.
        case refresh
        /// A request to confirm the session's user with a credential.
        case reauthenticate
        /// A request to link a credential to the session's account.
        case link
        /// A request to remove a sign-in method from the session's account.
        case unlink
        /// A request that carries out the user's choice between two accounts.
        case resolveConflict
        /// A request to undo the last merge into the session's account.
        case undoMerge
        /// A request for a password-reset email.
        case passwordReset
        /// A request for an email that verifies an address.
        case verification
        /// A request to change the password of the session's account.
        case passwordChange
        /// A request for a sign-in code.
        case signInCode
        /// A request to end the session itself, as after a sign-out.
        case revoke
        /// A request for the account's sessions.
        case sessions
        /// A request to end one of the account's sessions by its id.
        case sessionEnd
        /// A request to end all other sessions of the account.
        case otherSessionsEnd
        /// A request for the account's data export.
        case export
        /// A request to delete the session's account.
        case delete
        /// A request for a text message with a second-factor code.
        case secondFactorText
        /// A request for the account's second factors.
        case secondFactors
        /// A request to start the enrollment of a second factor.
        case secondFactorBegin
        /// A request to add the pending second factor by its first code.
        case secondFactorAdd
        /// A request to remove a second factor by its id.
        case secondFactorRemoval
        /// A request for new recovery codes.
        case recoveryCodes
    }

    struct State {
        var accounts = MockAccounts()
        var users: [UserAuthInfo] = []
        var upgrade: Upgrade?
        var deletion = AccountDeletion()
        var credentials: [AuthCredential] = []
        var revoked: [String] = []
        var emailRecipients: [String] = []
        var smsRecipients: [String] = []
    }

    /// The script of the next calls.
    public let script: CallScript<Call>
    let state = Locked(State())
    private let clock: AuthClock

    /// Creates a back end without accounts.
    ///
    /// - Parameter users: The users to sign in, one after another with the last one repeated, regardless of the
    ///   credential. If empty, the credential identifies the user.
    public init(clock: AuthClock = .system, users: [UserAuthInfo] = []) {
        self.clock = clock
        script = CallScript(clock: clock)
        state.withLock { $0.users = users }
    }

    /// Returns a nonce: `n-1` and so on.
    public func nonce() async throws(AuthError) -> Nonce {
        try await perform(.nonce) { state throws(AuthError) in state.accounts.makeNonce() }
    }

    /// Returns a nonce for linking, which contains the session's id: `n-s-1-2` and so on.
    public func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce {
        try await perform(.linkNonce) { state throws(AuthError) in
            _ = try state.accounts.use(session)
            return state.accounts.makeNonce(for: session)
        }
    }

    /// Returns a session for the next of ``users``, or for the credential's user if ``users`` is empty.
    public func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        state.withLock { $0.credentials.append(credential) }
        return try await perform(.exchange) { [now = clock.now] state throws(AuthError) in
            let user = state.users.count > 1 ? state.users.removeFirst() : state.users.first
            return try state.accounts.signIn(credential, as: user, at: now)
        }
    }

    /// Returns new tokens for the session. The previous refresh token may be repeated until the new tokens are used; an
    /// older one ends the session.
    public func refresh(_ session: Session) async throws(AuthError) -> Session {
        try await perform(.refresh) { [now = clock.now] state throws(AuthError) in
            try state.accounts.refresh(session, at: now)
        }
    }

    /// Confirms the session's user, and returns new tokens for the session, or a new session for a code of the web
    /// sign-in.
    public func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        try await perform(.reauthenticate) { [now = clock.now] state throws(AuthError) in
            try state.accounts.reauthenticate(session, with: credential, at: now)
        }
    }

    /// Links the credential to the session's account, or applies the policy if it belongs to another account. Returns
    /// ``upgrade`` instead if the test has set it.
    public func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        state.withLock { $0.credentials.append(credential) }
        return try await perform(.link) { [now = clock.now] state throws(AuthError) in
            if let upgrade = state.upgrade { return upgrade }
            return try state.accounts.link(credential, to: session, onConflict: onConflict, at: now)
        }
    }

    /// Removes the sign-in method from the session's account, and ends the account's other sessions. Throws
    /// ``SesameCore/AuthError/Code/notFound`` if the account does not have the method, and
    /// ``SesameCore/AuthError/Code/lastMethod`` if the account has no other method.
    public func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError) {
        try await perform(.unlink) { state throws(AuthError) in
            try state.accounts.unlink(method, from: session)
        }
    }

    /// Carries out the user's choice between two accounts. Throws ``SesameCore/AuthError/Code/ticketExpired`` for a
    /// ticket that is unknown, used, or of another account. Returns ``upgrade`` instead if the test has set it.
    public func resolveConflict(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade {
        try await perform(.resolveConflict) { [now = clock.now] state throws(AuthError) in
            if let upgrade = state.upgrade { return upgrade }
            return try state.accounts.resolveConflict(choice, ticket: ticket, for: session, at: now)
        }
    }

    /// Undoes the last merge into the session's account, within 24 hours. Throws
    /// ``SesameCore/AuthError/Code/nothingToUndo`` if there is none.
    public func undoMerge(for session: Session) async throws(AuthError) -> Upgrade {
        try await perform(.undoMerge) { [now = clock.now] state throws(AuthError) in
            if let upgrade = state.upgrade { return upgrade }
            return try state.accounts.undoMerge(for: session, at: now)
        }
    }

    /// Records the address of a requested email in ``emailRecipients``, also if no account has it.
    public func sendPasswordReset(to email: String, language: String?) async throws(AuthError) {
        try await perform(.passwordReset) { state throws(AuthError) in state.emailRecipients.append(email) }
    }

    /// Records the address of the session's user in ``emailRecipients``. Throws ``SesameCore/AuthError/Code/notFound``
    /// if the user has no address.
    public func sendVerification(for session: Session, language: String?) async throws(AuthError) {
        try await perform(.verification) { state throws(AuthError) in
            guard let email = try state.accounts.use(session).session.user.email else {
                throw AuthError(.notFound, "the account has no email address to verify")
            }
            state.emailRecipients.append(email)
        }
    }

    /// Records the recipient of a code in ``emailRecipients`` or ``smsRecipients``. The code is `123456`, and valid
    /// until it is used.
    package func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode {
        try await perform(.signInCode) { state throws(AuthError) in
            let sent = SentCode(to: receiver)
            if let email = sent.email {
                state.emailRecipients.append(email)
            } else {
                state.smsRecipients.append(receiver)
            }
            state.accounts.codes.insert(sent.identity)
            return sent
        }
    }

    /// Changes the account's password to one of at least eight characters, and ends its other sessions. Throws
    /// ``SesameCore/AuthError/Code/invalidCredentials`` if the current password is wrong, and
    /// ``SesameCore/AuthError/Code/weakPassword`` if the new one is too short.
    public func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session {
        try await perform(.passwordChange) { [now = clock.now] state throws(AuthError) in
            try state.accounts.changePassword(of: session, from: current, to: password, at: now)
        }
    }

    /// Records the phone number of a requested text message in ``smsRecipients``. Throws `notFound` if the account has
    /// no such phone.
    package func sendSecondFactorCode(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError) {
        try await perform(.secondFactorText) { state throws(AuthError) in
            state.smsRecipients.append(try state.accounts.phone(factor, for: step))
        }
    }

    /// Returns the account's second factors. All kinds may be added.
    public func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus {
        try await perform(.secondFactors) { state throws(AuthError) in
            try state.accounts.secondFactors(of: session)
        }
    }

    /// Starts a factor's enrollment, with a new key for an authenticator app. The code of a phone is `123456`. Throws
    /// ``SesameCore/AuthError/Code/invalidTransition`` for a guest.
    public func startSecondFactorEnrollment(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup {
        try await perform(.secondFactorBegin) { state throws(AuthError) in
            try state.accounts.begin(factor, of: session)
        }
    }

    /// Adds the pending factor by its first code, and returns it with the unchanged session. The account's first factor
    /// ends its other sessions. Throws ``SesameCore/AuthError/Code/invalidCredentials`` if the code is wrong.
    public func finishSecondFactorEnrollment(
        _ factor: NewSecondFactor, code: Secret, continuing continuation: Secret?, to session: Session
    ) async throws(AuthError) -> (added: SecondFactorInfo, session: Session) {
        try await perform(.secondFactorAdd) { [now = clock.now] state throws(AuthError) in
            (try state.accounts.add(factor, code: code, to: session, at: now), session)
        }
    }

    /// Removes a second factor, and with the last one the recovery codes; returns the same session. Throws
    /// ``SesameCore/AuthError/Code/notFound`` if the account does not have it.
    public func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session {
        try await perform(.secondFactorRemoval) { state throws(AuthError) in
            try state.accounts.removeFactor(id, from: session)
            return session
        }
    }

    /// Returns ten new recovery codes, which replace the previous ones. Throws
    /// ``SesameCore/AuthError/Code/invalidTransition`` if the account has no second factor.
    public func generateRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret] {
        try await perform(.recoveryCodes) { state throws(AuthError) in
            try state.accounts.generateRecoveryCodes(for: session)
        }
    }

    /// Ends the session, and records its refresh token in ``revoked``.
    public func revoke(_ revocation: Revocation) async throws(AuthError) {
        try await perform(.revoke) { state throws(AuthError) in
            state.revoked.append(revocation.refreshToken.exposed)
            state.accounts.revoke(revocation)
        }
    }

    /// Returns the account's live sessions, newest first.
    package func sessions(of session: Session) async throws(AuthError) -> [AccountSession] {
        try await perform(.sessions) { state throws(AuthError) in try state.accounts.sessions(of: session) }
    }

    /// Ends a session of the account. Throws `notFound` if the account has no such live session.
    package func endSession(_ id: String, of session: Session) async throws(AuthError) {
        try await perform(.sessionEnd) { state throws(AuthError) in try state.accounts.endSession(id, of: session) }
    }

    package func endOtherSessions(of session: Session) async throws(AuthError) {
        try await perform(.otherSessionsEnd) { state throws(AuthError) in
            try state.accounts.endOtherSessions(of: session)
        }
    }

    /// Returns a JSON document with the account's id.
    public func export(_ session: Session) async throws(AuthError) -> [UInt8] {
        try await perform(.export) { state throws(AuthError) in
            let uid = try state.accounts.use(session).session.user.uid
            let document: JSONObject = ["account": ["uid": .string(uid)]]
            return document.serialized()
        }
    }

    /// Deletes the session's account, and returns the result that the test has set.
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
