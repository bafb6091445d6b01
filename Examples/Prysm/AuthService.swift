public import Sesame

/// The app's service for accounts. The person's document is the server's: it makes one with the account.
public struct AuthService: Sendable {
    private let auth: any AuthManagerProtocol & SignInPerforming

    /// The service over the manager.
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

    /// Signs out. The device's registration for pushes goes first.
    public func signOut() async {
        await auth.signOut()
    }
}
