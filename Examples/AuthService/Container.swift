public import Sesame

/// The app's dependency container. The manager is its only dependency.
public struct Container: Sendable {
    /// The authentication manager, typed as a protocol so that screens can be tested with another implementation.
    public let authManager: any AuthManagerProtocol

    /// Creates the container with a manager, for example for ``BuildConfiguration/authConfiguration(_:)``.
    public init(_ configuration: AuthConfiguration) {
        authManager = AuthManager(configuration)
    }
}
