public import Sesame

/// The app's dependency container. The manager is its only dependency.
public struct Container: Sendable {
    /// The authentication manager, typed as a protocol so that screens can be tested with another implementation.
    public let authManager: any AuthManagerProtocol

    /// Creates the container's manager from a configuration, for example one that
    /// ``BuildConfiguration/authConfiguration(_:)`` returns.
    public init(_ configuration: AuthConfiguration) {
        authManager = AuthManager(configuration)
    }
}
