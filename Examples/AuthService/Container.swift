public import Sesame

/// What the app's parts are given. One manager serves them all.
public struct Container: Sendable {
    /// Who is signed in, and the way to sign in and out.
    public let authManager: any AuthManagerProtocol

    /// The container of a build.
    public init(_ configuration: AuthConfiguration) {
        authManager = AuthManager(configuration)
    }
}
