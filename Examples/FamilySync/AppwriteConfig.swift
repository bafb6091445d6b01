public import Foundation
public import Sesame
public import SesameAppwrite

/// The endpoint of the app's project: Appwrite Cloud, self-hosted Appwrite, or Sesame with Appwrite's protocol.
public struct AppwriteConfig: Sendable {
    /// The base URL of the server's API, with the version, for example `https://fra.cloud.appwrite.io/v1`.
    public var endpoint: URL
    /// The project's id, as shown in Appwrite's console or set as `projectID` in Sesame's configuration.
    public var projectId: String
    /// The kind of server. Sesame revokes Apple's consent when the account is deleted.
    public var server = AppwriteServer.sesame

    /// Creates the configuration of a project, by default at a Sesame server.
    public init(endpoint: URL, projectId: String) {
        self.endpoint = endpoint
        self.projectId = projectId
    }

    // snippet.configuration
    /// Returns the manager's configuration, in place of `Client`, `Account` and `AuthService`: the project, the
    /// storage, and Apple's sheet without scopes.
    public func authConfiguration(
        storage: StorageLocation, apple: some CredentialSource, log: (any AuthLog)? = nil
    ) -> AuthConfiguration {
        let project = AppwriteProject(endpoint: endpoint, id: projectId)
        return AuthConfiguration(
            service: AppwriteAuthService(project: project, server: server), storage: storage, log: log,
            apple: AppleSignInService(apple))
    }
    // snippet.end
}
