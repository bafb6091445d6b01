public import Sesame
public import SesameCore

/// The app's service for accounts: signs in, and sees to it that the person has a document.
public struct AuthService: Sendable {
    private let auth: any AuthManagerProtocol
    private let ensureProfile: @Sendable (UserAuthInfo) async throws(AuthError) -> Void

    /// The service over the manager.
    /// - Parameter ensureProfile: Makes the document `users/{uid}` in the app's database, unless it is there.
    public init(
        _ auth: some AuthManagerProtocol,
        ensureProfile: @escaping @Sendable (UserAuthInfo) async throws(AuthError) -> Void
    ) {
        self.auth = auth
        self.ensureProfile = ensureProfile
    }

    /// Who is signed in.
    public var user: UserAuthInfo? { auth.auth }

    /// Signs in with Google or Apple.
    ///
    /// The document is seen to at every sign-in, not only at a new person's first: what failed then is made up for now.
    @discardableResult
    public func signIn(using source: some CredentialSource) async throws(AuthError) -> UserAuthInfo {
        let signIn = try await auth.signIn(using: source)
        try await ensureProfile(signIn.user)
        return signIn.user
    }
}
