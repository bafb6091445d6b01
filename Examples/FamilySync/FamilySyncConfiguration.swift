public import Foundation
public import Sesame

/// The address of the app's server, in place of `AppwriteConfig`.
public struct FamilySyncConfiguration: Sendable {
    /// The server's address.
    public var endpoint: URL
    /// The app's name in the server's configuration.
    public var app = "familysync"

    /// The configuration for that server.
    public init(endpoint: URL) {
        self.endpoint = endpoint
    }

    /// The manager's configuration: the server, the place of what the app keeps, and Apple without personal data.
    /// - Parameter apple: Apple's sheet, asking for nothing.
    public func authConfiguration(
        storage: StorageLocation, apple: some CredentialSource, log: (any AuthLog)? = nil
    ) -> AuthConfiguration {
        .production(server: endpoint, app: app, storage: storage, log: log, apple: AppleSignInService(apple))
    }
}
