public import SesameCore

/// A back end for accounts: ours, or another vendor's.
///
/// It is stateless: it knows no current user, keeps nothing, notifies nobody and shows nothing. ``AuthManager`` does. It does
/// not ask the manager for tokens: the manager holds the lease of the session meanwhile, and would wait for itself.
public protocol AuthService: Sendable {
    /// A nonce for the next provider token.
    func nonce() async throws(AuthError) -> Nonce

    /// A nonce for a provider token that is to be linked to the session's account, and is good for nothing else.
    func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce

    /// A session for a credential.
    ///
    /// Throws ``SesameCore/AuthError/Code/secondFactorRequired``, with ``SesameCore/AuthError/secondFactor``, when the
    /// account asks for more; ``AuthCredential/secondFactor(_:)`` with that ticket then goes on.
    func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn

    /// The session with new tokens. Asked twice for the same session, it answers the second time, too, unless the
    /// first answer's tokens have been used.
    ///
    /// What this throws alone ends a session on the device, so it asks the back end: after another request was refused
    /// because the session or an account is no more, the manager refreshes to learn whether that is meant.
    func refresh(_ session: Session) async throws(AuthError) -> Session

    /// Proves again who the session's owner is, for what needs a recent sign-in. The session that comes back takes the
    /// given one's place, and may have another id. Throws
    /// ``SesameCore/AuthError/Code/reauthenticationRequired`` when the credential is somebody else's, and
    /// ``SesameCore/AuthError/Code/secondFactorRequired`` when the account has a second factor: that alone confirms then.
    func confirm(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session

    /// Binds a fresh credential to the session's account. Its nonce is one of ``nonce(linkingTo:)``, the profile's
    /// fields are those of a guest who signs up so.
    ///
    /// Throws ``SesameCore/AuthError/Code/credentialInUse``, with a ticket, when the credential has an account of its
    /// own and the policy is to fail.
    func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade

    /// Takes a provider's way to sign in from the session's account, and ends its other sessions. Throws
    /// ``SesameCore/AuthError/Code/lastMethod`` when it is the only one, and
    /// ``SesameCore/AuthError/Code/notFound`` when the account does not have it.
    func unlink(_ method: SignInMethod, from session: Session) async throws(AuthError)

    /// Carries out what the person decided about a credential that has an account of its own.
    func settle(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade

    /// Makes two accounts again of the one that they were merged into, and says where the person goes on. Throws
    /// ``SesameCore/AuthError/Code/nothingToUndo`` when there is no such merge, or not any more.
    func undoMerge(for session: Session) async throws(AuthError) -> Upgrade

    /// Has a mail sent to the address by which whoever reads it chooses another password. Succeeds for an address that
    /// nobody has, too.
    /// - Parameter language: That of the mail, for example `fr`; nil takes the back end's.
    func sendPasswordReset(to email: String, language: String?) async throws(AuthError)

    /// Has a mail sent to the address of the session's person, by which they show that it is theirs.
    /// - Parameter language: That of the mail, for example `fr`; nil takes the back end's.
    func sendVerification(for session: Session, language: String?) async throws(AuthError)

    /// Gives the session's account another password, and brings the session to go on with, which keeps its id. The
    /// current password stands for a recent sign-in.
    ///
    /// Throws ``SesameCore/AuthError/Code/invalidCredentials`` when the current password is another one, and
    /// ``SesameCore/AuthError/Code/weakPassword`` when the next one is not taken. Nothing has changed then.
    func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session

    /// Has a code sent to a phone that is a second factor.
    /// - Parameters:
    ///   - factor: Which phone, by its id; nil where there is one only.
    ///   - language: That of the text, for example `fr`; nil takes the back end's.
    func sendSecondFactorText(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError)

    /// The second factors of the session's account.
    func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus

    /// Begins to add a second factor to the session's account. What was begun before of that kind is forgotten.
    /// - Parameter language: That of the text to a phone, for example `fr`; nil takes the back end's.
    func beginSecondFactor(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup

    /// Adds the second factor that the session has begun to add, by its first code. Throws
    /// ``SesameCore/AuthError/Code/invalidCredentials`` for a wrong one, and
    /// ``SesameCore/AuthError/Code/ticketExpired`` when none was begun. The session has shown it.
    func addSecondFactor(
        _ factor: NewSecondFactor, code: Secret, to session: Session
    ) async throws(AuthError) -> SecondFactorInfo

    /// Takes a second factor from the session's account. With the last one its recovery codes go. Throws
    /// ``SesameCore/AuthError/Code/notFound`` when the account does not have it.
    func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError)

    /// Makes recovery codes for the session's account, in place of those before. Throws
    /// ``SesameCore/AuthError/Code/invalidTransition`` when it has no second factor that they would stand in for.
    func makeRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret]

    /// Ends a session. One that has already ended is no error.
    func revoke(_ revocation: Revocation) async throws(AuthError)

    /// All that the back end keeps about the session's account, as a JSON document for its owner.
    func export(_ session: Session) async throws(AuthError) -> [UInt8]

    /// Deletes the session's account with all that belongs to it, and says what that leaves to the person. Throws
    /// ``SesameCore/AuthError/Code/userDeleted`` when it is gone already, as after an answer that was lost.
    @discardableResult
    func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion
}

extension AuthService {
    /// A back end that merges nothing has nothing to undo.
    public func undoMerge(for session: Session) async throws(AuthError) -> Upgrade {
        throw AuthError(.nothingToUndo, "this back end has no merge that could be undone")
    }

    /// A back end without passwords sends no such mail.
    public func sendPasswordReset(to email: String, language: String?) async throws(AuthError) {
        throw .noPasswords
    }

    /// A back end without passwords sends no such mail.
    public func sendVerification(for session: Session, language: String?) async throws(AuthError) {
        throw .noPasswords
    }

    /// A back end without passwords changes none.
    public func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session {
        throw .noPasswords
    }
}

extension AuthService {
    /// A back end without second factors asks for none.
    public func sendSecondFactorText(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError) {
        throw .noSecondFactors
    }

    /// A back end without second factors has none to tell of.
    public func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus {
        throw .noSecondFactors
    }

    /// A back end without second factors adds none.
    public func beginSecondFactor(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup {
        throw .noSecondFactors
    }

    /// A back end without second factors adds none.
    public func addSecondFactor(
        _ factor: NewSecondFactor, code: Secret, to session: Session
    ) async throws(AuthError) -> SecondFactorInfo {
        throw .noSecondFactors
    }

    /// A back end without second factors takes none away.
    public func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) {
        throw .noSecondFactors
    }

    /// A back end without second factors has no codes that stand in for them.
    public func makeRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret] {
        throw .noSecondFactors
    }
}

extension AuthError {
    package static let noSecondFactors = AuthError(.providerRequired, "this back end has no second factors")
    fileprivate static let noPasswords = AuthError(.providerRequired, "this back end has no passwords")
}
