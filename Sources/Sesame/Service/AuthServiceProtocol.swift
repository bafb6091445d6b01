public import SesameCore

/// A back end for accounts: Sesame's, or another vendor's.
///
/// It is stateless: it has no current user, stores no data, reports no changes of state and shows no UI; that is the
/// task of ``AuthManager``. It must not ask the manager for tokens: the manager holds the session's lease meanwhile,
/// and would wait for itself.
///
/// An app's own back end has only these requirements. The back ends of this package also have links, passwords, codes,
/// second factors, sessions and exports. A back end that wraps one of them, for logging or retries, returns it as
/// ``wrapped``.
public protocol AuthServiceProtocol: Sendable {
    /// The back end that this one wraps; nil for none. It handles the calls that this protocol does not have: without
    /// it, calls about links, passwords, codes, second factors, sessions and exports throw
    /// ``SesameCore/AuthError/Code/providerRequired``.
    var wrapped: (any AuthServiceProtocol)? { get }

    /// Returns a nonce for the next provider token.
    func nonce() async throws(AuthError) -> Nonce

    /// Exchanges a credential for a session.
    ///
    /// Throws ``SesameCore/AuthError/Code/secondFactorRequired``, with ``SesameCore/AuthError/secondFactor``, if the
    /// account requires a second factor; ``AuthCredential/secondFactor(_:)`` with that ticket then continues the
    /// sign-in.
    func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn

    /// Refreshes the session's tokens. A repeated call succeeds until the tokens of the first response have been used.
    ///
    /// Only its refusals end a session on the device, so it must ask the back end. After another request was refused
    /// because the session or an account no longer exists, the manager refreshes to verify that.
    func refresh(_ session: Session) async throws(AuthError) -> Session

    /// Confirms the session's user for an action that needs a recent sign-in. The returned session replaces the given
    /// one, and may have another id. Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` if the credential is
    /// another user's, and ``SesameCore/AuthError/Code/secondFactorRequired`` if the account has a second factor:
    /// confirm with that alone, or with that and the ticket if the error has one.
    func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session

    /// Ends a session. A session that has already ended is no error.
    func revoke(_ revocation: Revocation) async throws(AuthError)

    /// Deletes the session's account with all its data, and returns the steps that remain for the user. Throws
    /// ``SesameCore/AuthError/Code/userDeleted`` if it is already deleted, for example because a response was lost.
    @discardableResult
    func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion
}

extension AuthServiceProtocol {
    /// The default: no wrapped back end.
    public var wrapped: (any AuthServiceProtocol)? { nil }
}
