import Foundation
public import Sesame
public import SesameAppwrite

/// Example code for an app on Appwrite.
public struct OnAppwrite: Sendable {
    let auth: AuthManager

    // snippet.manager
    /// Creates a manager for a project in Frankfurt, with the storage and Apple's sheet.
    public init?(storage: StorageLocation, apple: some CredentialSource) {
        guard let project = AppwriteProject(cloudRegion: "fra", id: "familysync") else { return nil }
        auth = AuthManager(
            AuthConfiguration(service: AppwriteAuthService(project: project), storage: storage, apple: apple))
    }

    /// Restores the session, even without a network; otherwise signs in with Apple.
    public func start() async throws(AuthError) -> UserAuthInfo {
        if let user = await auth.restore().user { return user }
        return try await auth.signInWithApple()
    }
    // snippet.end

    // snippet.token
    /// Returns the JWT for your back end, or for Appwrite's own SDK (`client.setJWT`), valid for at most 15 minutes.
    public func jwt() async throws(AuthError) -> Secret {
        try await auth.accessToken()
    }
    // snippet.end

    // snippet.web
    /// Signs in on the server's own page in a browser, for a server without ID token exchange and for Appwrite's other
    /// providers.
    public func signIn(
        with provider: String, at project: AppwriteProject, in browser: some WebAuthentication
    ) async throws(AuthError) -> UserAuthInfo {
        let source = AppwriteWebSignIn(
            project: project, provider: provider, redirectURI: AppwriteWebSignIn.callback(of: project),
            browser: browser)
        return try await auth.signIn(using: source).user
    }
    // snippet.end
}
