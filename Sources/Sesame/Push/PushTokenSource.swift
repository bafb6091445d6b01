public import SesameCore

/// The source of a fresh push token: Apple's system, Firebase's SDK, or another one's.
public protocol PushTokenSource: Sendable {
    /// The device's token as it is now; nil when it will be handed to ``PushTokenRegistrar/received(_:)`` later.
    ///
    /// Throws ``SesameCore/AuthError/Code/offline`` when it is worth another try.
    func currentToken() async throws(AuthError) -> PushToken?
}

/// True if the person lets the app show notifications.
public enum PushPermission: Sendable, Hashable {
    /// The person has not been asked.
    case notAsked
    /// The person does not want any. That can change in the system's settings.
    case denied
    /// The person agrees, or the system does not ask.
    case granted
}

/// The state of a device's push registration.
public enum PushState: Sendable, Hashable {
    /// The person has not been asked whether the app may show notifications.
    case notAsked
    /// The person does not want notifications; a grant in the system's settings registers the device.
    case denied
    /// The push service has given no token yet.
    case waitingForToken
    /// There is a token, which waits for somebody to sign in, for their profile, or for the network.
    case pending
    /// The server knows the token, for the session that is used.
    case registered
    /// No token can be had, or the server does not take it, for this reason: the next launch tries again.
    case failed(AuthError.Code)
}
