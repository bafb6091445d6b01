public import Sesame

/// The app's dependency container.
public struct Container: Sendable {
    /// The manager that signs in and out.
    public let authManager: any AuthManagerProtocol

    /// Creates the container of a build.
    public init(_ configuration: AuthConfiguration) {
        authManager = AuthManager(configuration)
    }
}
