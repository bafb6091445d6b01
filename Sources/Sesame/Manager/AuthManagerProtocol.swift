public import SesameCore

/// The session, with sign-in and sign-out: the part of ``AuthManager`` that most of an app needs, for dependency
/// injection.
///
/// A fake implements the first six requirements; the rest follows from ``auth``. A type that wraps a manager must
/// forward all nine, because the defaults know no store and no locked device.
///
/// Screens that need more use further protocols: ``AccessTokenSource``, ``SignInPerforming``, ``AccountLinking``,
/// ``PasswordManaging``, ``SecondFactorManaging``, ``AccountManaging``.
public protocol AuthManagerProtocol: Sendable {
    /// The signed-in user; nil if no user is signed in, or if the session could not be read yet.
    var auth: UserAuthInfo? { get }

    /// Signs in as a guest. A signed-in guest stays the same guest.
    @discardableResult
    func signInAnonymously() async throws(AuthError) -> UserAuthInfo

    /// Signs in with Apple, using the manager's credential source for Apple. A guest keeps their account.
    /// - Parameter role: The role that the user has chosen, in apps with roles; nil to keep the role of the source's
    ///   credential.
    @discardableResult
    func signInWithApple(role: String?) async throws(AuthError) -> UserAuthInfo

    /// Signs in with the result of Google's SDK or ``GoogleWebSignIn``. A guest keeps their account.
    @discardableResult
    func signInWithGoogle(result: GoogleSignInResult) async throws(AuthError) -> UserAuthInfo

    /// Signs out on this device, even if the store and the network fail, and then ends the session at the server.
    func signOut() async

    /// Deletes the account at the server and on the device, and returns the steps that remain for the user.
    /// - Parameter credential: A fresh credential of the same user, if
    ///   ``SesameCore/AuthError/Code/reauthenticationRequired`` was thrown without one.
    @discardableResult
    func deleteAccount(confirmedBy credential: AuthCredential?) async throws(AuthError) -> AccountDeletion

    /// The session's current state, with the user if one is signed in.
    var state: AuthState { get }

    /// A stream of the current state, then of each change. Every access creates a new stream.
    var states: AsyncStream<AuthState> { get }

    /// Reads the session from the store, and returns the resulting state. The call needs no network and can be
    /// repeated.
    @discardableResult
    func restore() async -> AuthState
}

extension AuthManagerProtocol {
    /// The signed-in or signed-out state, derived from ``auth``.
    public var state: AuthState { auth.map { .signedIn($0) } ?? .signedOut(.noSession) }

    /// A stream of the current state, without later changes.
    public var states: AsyncStream<AuthState> {
        AsyncStream { continuation in
            continuation.yield(state)
            continuation.finish()
        }
    }

    /// Returns the current state, without reading a store: the default for a type that has none.
    @discardableResult
    public func restore() async -> AuthState { state }

    /// Returns the signed-in account's id. Throws ``SesameCore/AuthError/Code/notAuthenticated`` if no user is signed
    /// in.
    public func getAuthId() throws(AuthError) -> String {
        guard let auth else { throw .nobody }
        return auth.uid
    }

    /// Signs in with Apple, using the manager's credential source for Apple and the role of the source's credential. A
    /// guest keeps their account.
    @discardableResult
    public func signInWithApple() async throws(AuthError) -> UserAuthInfo {
        try await signInWithApple(role: nil)
    }

    /// Deletes the account at the server and on the device, without a fresh credential. Unless the user is a guest, a
    /// Sesame server requires that the last sign-in was at most five minutes ago.
    @discardableResult
    public func deleteAccount() async throws(AuthError) -> AccountDeletion {
        try await deleteAccount(confirmedBy: nil)
    }
}
