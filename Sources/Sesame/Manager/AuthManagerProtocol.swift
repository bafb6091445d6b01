public import SesameCore

/// The session, and the way to sign in and out: what most of an app needs of ``AuthManager``, for apps that inject
/// it. A fake writes the first six; the rest follows from ``auth``. A type that wraps a manager hands on all nine: the
/// defaults know of no store, and of no device that is locked.
///
/// The needs of single screens beyond it are protocols of their own: ``AccessTokenSource``, ``SignInPerforming``,
/// ``AccountLinking``, ``PasswordManaging``, ``SecondFactorManaging``, ``AccountManaging``.
public protocol AuthManagerProtocol: Sendable {
    /// The signed-in user, as far as is known.
    var auth: UserAuthInfo? { get }

    /// Signs in as a guest. A guest who is signed in stays the same guest.
    @discardableResult
    func signInAnonymously() async throws(AuthError) -> UserAuthInfo

    /// Signs in with Apple, by the configuration's source. A guest keeps their account.
    /// - Parameter role: The role that the person chose before, in apps with roles; nil takes the source's own.
    @discardableResult
    func signInWithApple(role: String?) async throws(AuthError) -> UserAuthInfo

    /// Signs in with what Google's SDK, or ``GoogleWebSignIn``, brought. A guest keeps their account.
    @discardableResult
    func signInWithGoogle(result: GoogleSignInResult) async throws(AuthError) -> UserAuthInfo

    /// Signs out. Nobody is signed in any more before the first wait, whatever the store and the network do.
    func signOut() async

    /// Deletes the account, at the server and here, and says what that leaves to the person.
    /// - Parameter credential: A fresh credential of the same person, where
    ///   ``SesameCore/AuthError/Code/reauthenticationRequired`` was thrown without one.
    @discardableResult
    func deleteAccount(confirmedBy credential: AuthCredential?) async throws(AuthError) -> AccountDeletion

    /// The state as it is known now: who uses the app, if anybody.
    var state: AuthState { get }

    /// The current state, then each change. Every call makes a stream of its own.
    var states: AsyncStream<AuthState> { get }

    /// Reads from the store who is signed in. Needs no network and can be repeated.
    @discardableResult
    func restore() async -> AuthState
}

extension AuthManagerProtocol {
    /// Signed in, or signed out, as ``auth`` says.
    public var state: AuthState { auth.map { .signedIn($0) } ?? .signedOut(.noSession) }

    /// The current state, and no change.
    public var states: AsyncStream<AuthState> {
        AsyncStream { continuation in
            continuation.yield(state)
            continuation.finish()
        }
    }

    /// The current state.
    @discardableResult
    public func restore() async -> AuthState { state }

    /// The id of the account that is signed in. Throws ``SesameCore/AuthError/Code/notAuthenticated`` when there is
    /// none.
    public func getAuthId() throws(AuthError) -> String {
        guard let auth else { throw .nobody }
        return auth.uid
    }

    /// Signs in with Apple, by the configuration's source. A guest keeps their account.
    @discardableResult
    public func signInWithApple() async throws(AuthError) -> UserAuthInfo {
        try await signInWithApple(role: nil)
    }

    /// Deletes the account, at the server and here, after a sign-in of the last minutes.
    @discardableResult
    public func deleteAccount() async throws(AuthError) -> AccountDeletion {
        try await deleteAccount(confirmedBy: nil)
    }
}
