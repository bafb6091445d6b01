public import SesameCore

/// A back end for accounts: ours, or another vendor's.
///
/// It is stateless: it knows no current user, keeps nothing, notifies nobody and shows nothing. ``AuthManager`` does. It does
/// not ask the manager for tokens: the manager holds the lease of the session meanwhile, and would wait for itself.
///
/// These are all that a back end of an app's own has. Those of this package have links, passwords, codes, second
/// factors, sessions to look at and exports, too; one that wraps them, to log or to repeat, says so by ``wrapped``.
public protocol AuthServiceProtocol: Sendable {
    /// The back end that this one wraps, which is asked for what this protocol does not have; nil for none. Without it
    /// calls about links, passwords, codes, second factors, sessions and exports throw
    /// ``SesameCore/AuthError/Code/providerRequired``.
    var wrapped: (any AuthServiceProtocol)? { get }

    /// A nonce for the next provider token.
    func nonce() async throws(AuthError) -> Nonce

    /// A session for a credential.
    ///
    /// Throws ``SesameCore/AuthError/Code/secondFactorRequired``, with ``SesameCore/AuthError/secondFactor``, when the
    /// account asks for more; ``AuthCredential/secondFactor(_:)`` with that ticket then goes on.
    func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn

    /// The session with new tokens. Asked twice for the same session, it answers the second time, too, unless the
    /// first answer's tokens have been used.
    ///
    /// Its refusals alone end a session on the device, so it asks the back end: after another request was refused
    /// because the session or an account is no more, the manager refreshes to learn whether that is meant.
    func refresh(_ session: Session) async throws(AuthError) -> Session

    /// Proves again who the session's owner is, for what needs a recent sign-in. The session that comes back takes the
    /// given one's place, and may have another id. Throws
    /// ``SesameCore/AuthError/Code/reauthenticationRequired`` when the credential is somebody else's, and
    /// ``SesameCore/AuthError/Code/secondFactorRequired`` when the account has a second factor: that alone confirms then, or,
    /// where the error has a ticket, that with the ticket.
    func confirm(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session

    /// Ends a session. One that has already ended is no error.
    func revoke(_ revocation: Revocation) async throws(AuthError)

    /// Deletes the session's account with all that belongs to it, and says what that leaves to the person. Throws
    /// ``SesameCore/AuthError/Code/userDeleted`` when it is gone already, as after an answer that was lost.
    @discardableResult
    func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion
}

extension AuthServiceProtocol {
    /// Wraps none.
    public var wrapped: (any AuthServiceProtocol)? { nil }
}
