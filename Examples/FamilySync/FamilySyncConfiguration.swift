public import Foundation
public import Sesame

/// The configuration of the app's server, in place of `AppwriteConfig`.
public struct FamilySyncConfiguration: Sendable {
    /// The URL of the Sesame server.
    public var endpoint: URL
    /// The app's name in the server's configuration.
    public var app = "familysync"

    /// Creates the configuration of the app `familysync` at a server.
    public init(endpoint: URL) {
        self.endpoint = endpoint
    }

    /// Returns the manager's configuration: the server, the storage, and Apple without personal data.
    /// - Parameter apple: Apple's sheet, without scopes.
    public func authConfiguration(
        storage: StorageLocation, apple: some CredentialSource, log: (any AuthLog)? = nil
    ) -> AuthConfiguration {
        .production(server: endpoint, app: app, storage: storage, log: log, apple: AppleSignInService(apple))
    }
}
