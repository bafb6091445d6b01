/// All that a manager is made of, as a value: an app has one for production, one for development, one for previews.
public struct AuthConfiguration: Sendable {
    /// The back end.
    public var service: any AuthServiceProtocol
    /// Where the session is kept.
    public var store: any SessionStore
    /// Where the manager reports what it does.
    public var log: any AuthLog
    /// The time and the waiting.
    public var clock: AuthClock
    /// What ``AuthManager/signInWithApple()`` asks: Apple's sheet, or a web page in development.
    public var apple: (any CredentialSource)?
    /// What ``AuthManager/signInWithGoogle()`` asks. Apps with Google's SDK leave it nil and hand in its result.
    public var google: (any CredentialSource)?

    /// Makes a configuration of its parts.
    public init(
        service: some AuthServiceProtocol, store: some SessionStore, log: some AuthLog = SilentAuthLog(),
        clock: AuthClock = .system, apple: (any CredentialSource)? = nil, google: (any CredentialSource)? = nil
    ) {
        self.service = service
        self.store = store
        self.log = log
        self.clock = clock
        self.apple = apple
        self.google = google
    }
}
