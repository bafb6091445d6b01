public import SesameCore

/// The source of a fresh push token: Apple's system, Firebase's SDK or another one.
public protocol PushTokenSource: Sendable {
    /// Returns the device's current token; nil if it is passed to ``PushTokenRegistrar/didReceive(_:)`` later.
    ///
    /// Throws ``SesameCore/AuthError/Code/offline`` if a retry is worthwhile.
    func currentToken() async throws(AuthError) -> PushToken?
}

/// The user's permission to show notifications.
public enum PushPermission: Sendable, Hashable {
    /// The user has not been asked for the permission.
    case notAsked
    /// The user has denied notifications, and can change that in the system's settings.
    case denied
    /// The user has allowed notifications, or the system does not ask.
    case granted
}

/// The state of a device's push registration, for example for a settings screen.
public enum PushState: Sendable, Hashable {
    /// The user has not been asked for the permission to show notifications.
    case notAsked
    /// The user has denied notifications. If they allow them in the system's settings, the device is registered.
    case denied
    /// The push service has not provided a token yet.
    case waitingForToken
    /// A token is known, and waits for a sign-in, the user's profile or the network.
    case pending
    /// The token is registered at the server for the current session.
    case registered
    /// The push service provides no token, or the server rejects it, with the given error code. The registrar retries
    /// at the next launch, return to the foreground, sign-in or new token.
    case failed(AuthError.Code)
}
