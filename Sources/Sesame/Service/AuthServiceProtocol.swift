public import SesameCore

/// A back end for accounts: Sesame's, or another vendor's.
///
/// A back end is stateless: it has no current user, stores no session, reports no changes of state and shows no UI.
/// ``AuthManager`` does all of that. A back end must not request tokens from the manager: the manager holds the
/// session's lease meanwhile, and would wait for itself.
///
/// An app's own back end has only these requirements. The back ends of this package also have links, passwords, codes,
/// second factors, sessions and exports. A back end that wraps one of them, for logging or retries, returns it as
/// ``wrapped``.
public protocol AuthServiceProtocol: Sendable {
    /// A back end that this back end wraps; nil for none. The wrapped back end handles calls about links, passwords,
    /// codes, second factors, sessions and exports, which this protocol does not have. Without a wrapped back end these
    /// calls throw ``SesameCore/AuthError/Code/providerRequired``.
    var wrapped: (any AuthServiceProtocol)? { get }

    /// Returns a nonce for the next provider token.
    func nonce() async throws(AuthError) -> Nonce

    /// Exchanges a credential for a session.
    ///
    /// Throws ``SesameCore/AuthError/Code/secondFactorRequired``, with ``SesameCore/AuthError/secondFactor``, if the
    /// account requires a second factor. Call this method again with ``AuthCredential/secondFactor(_:)`` and the ticket
    /// of the error to continue the sign-in.
    func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn

    /// Refreshes the session's tokens. A repeated call succeeds until the tokens of the first response have been used.
    ///
    /// Implementations must send a request to the server, because only a refused refresh ends a session on the device.
    /// If another request is refused because the session or the account no longer exists, the manager refreshes to
    /// verify that.
    func refresh(_ session: Session) async throws(AuthError) -> Session

    /// Confirms the session's user for an action that needs a recent sign-in. The returned session replaces the given
    /// one, and may have another id.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` if the credential is another user's, and
    /// ``SesameCore/AuthError/Code/secondFactorRequired`` if the account has a second factor. Then confirm with the
    /// second factor, together with the error's ticket if it has one.
    func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session

    /// Ends a session. Succeeds if the session has already ended.
    func revoke(_ revocation: Revocation) async throws(AuthError)

    /// Deletes the session's account with all its data, and returns the steps that remain for the user. Throws
    /// ``SesameCore/AuthError/Code/userDeleted`` if it is already deleted, for example because a response was lost.
    @discardableResult
    func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion
}

extension AuthServiceProtocol {
    /// Nil, the default for a back end that wraps no other.
    public var wrapped: (any AuthServiceProtocol)? { nil }
}
