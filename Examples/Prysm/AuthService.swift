public import Sesame

/// The app's account service. The server creates the user's document together with the account.
public struct AuthService: Sendable {
    private let auth: any AuthManagerProtocol & SignInPerforming

    /// Creates the service over the manager.
    public init(_ auth: some AuthManagerProtocol & SignInPerforming) {
        self.auth = auth
    }

    /// The signed-in user.
    public var user: UserAuthInfo? { auth.auth }

    /// Signs in with Google or Apple.
    @discardableResult
    public func signIn(using source: some CredentialSource) async throws(AuthError) -> UserAuthInfo {
        try await auth.signIn(using: source).user
    }

    /// Signs out. The device's push registration is removed first.
    public func signOut() async {
        await auth.signOut()
    }
}
