public import Sesame

/// The app's sign-in and sign-out. A Sesame server creates the user's document together with the account; for a
/// Firebase project, `signIn(using:documents:pushes:)` creates it.
public struct AuthService: Sendable {
    private let auth: any AuthManagerProtocol & SignInPerforming

    /// Creates the service with the app's manager.
    public init(_ auth: some AuthManagerProtocol & SignInPerforming) {
        self.auth = auth
    }

    /// The signed-in user; nil if nobody is signed in.
    public var user: UserAuthInfo? { auth.auth }

    /// Signs in with Google or Apple, depending on the source, and returns the user.
    @discardableResult
    public func signIn(using source: some CredentialSource) async throws(AuthError) -> UserAuthInfo {
        try await auth.signIn(using: source).user
    }

    /// Signs out. The device's push registration is removed before the session ends at the server.
    public func signOut() async {
        await auth.signOut()
    }
}
