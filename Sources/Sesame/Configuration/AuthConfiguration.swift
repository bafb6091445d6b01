/// The configuration of an app's sign-in: one value each for production, development and previews.
public struct AuthConfiguration: Sendable {
    /// The back end that signs users in, for example a Sesame server.
    public var service: any AuthServiceProtocol
    /// The place on the device for all data that the app stores about a user.
    public package(set) var storage: StorageLocation
    /// The log of the manager's events; nil for none.
    public var log: (any AuthLog)?
    /// The clock for the current time and for waits.
    public var clock: AuthClock
    /// The credential source of ``AuthManager/signInWithApple()``: Apple's sheet, or a web page in development.
    public var apple: (any CredentialSource)?
    /// The credential source of ``AuthManager/signInWithGoogle()``. Apps with Google's SDK leave this nil and pass the
    /// SDK's result to ``AuthManager/signInWithGoogle(result:)``.
    public var google: (any CredentialSource)?

    /// A closure that creates the profile service for a manager's signed-in user; nil if the back end has no profiles.
    /// ``SesameClient`` calls it.
    public var profiles: (@Sendable (AuthManager) -> any ProfileService)?
    /// A closure that creates the push token service for a manager's signed-in user; nil if the back end has no push
    /// notifications. ``SesameClient`` calls it.
    public var pushes: (@Sendable (AuthManager) -> any PushTokenService)?

    /// Creates a configuration without profiles and push notifications; set ``profiles`` and ``pushes`` to add them.
    public init(
        service: some AuthServiceProtocol, storage: StorageLocation, log: (any AuthLog)? = nil,
        clock: AuthClock = .system, apple: (any CredentialSource)? = nil, google: (any CredentialSource)? = nil
    ) {
        self.service = service
        self.storage = storage
        self.log = log
        self.clock = clock
        self.apple = apple
        self.google = google
    }
}

extension AuthManager {
    /// Creates a manager with the configuration's back end and session store. It reads stored data only when a method
    /// needs it, for example ``restore()``.
    public init(_ configuration: AuthConfiguration) {
        self.init(
            service: configuration.service, store: configuration.storage.sessions, log: configuration.log,
            clock: configuration.clock, apple: configuration.apple, google: configuration.google)
    }
}

extension SignInOptions {
    /// Creates options with the configuration's credential sources for Apple and Google.
    init(
        _ configuration: AuthConfiguration, allowsGuests: Bool = false, allowsPasswords: Bool = false,
        allowsMailedCodes: Bool = false, allowsTextedCodes: Bool = false, roles: [String] = []
    ) {
        self.init(
            apple: configuration.apple, google: configuration.google, allowsGuests: allowsGuests,
            allowsPasswords: allowsPasswords, allowsMailedCodes: allowsMailedCodes,
            allowsTextedCodes: allowsTextedCodes, roles: roles)
    }
}
