/// All that an app is made of, as a value: an app has one for production, one for development, one for previews.
public struct AuthConfiguration: Sendable {
    /// The back end.
    public var service: any AuthServiceProtocol
    /// The place on the device for all that the app keeps of a person.
    public package(set) var storage: StorageLocation
    /// The receiver of the manager's events.
    public var log: (any AuthLog)?
    /// The time and the waiting.
    public var clock: AuthClock
    /// The source that ``AuthManager/signInWithApple()`` asks: Apple's sheet, or a web page in development.
    public var apple: (any CredentialSource)?
    /// The source that ``AuthManager/signInWithGoogle()`` asks. Apps with Google's SDK leave it nil and hand in its
    /// result.
    public var google: (any CredentialSource)?

    /// The back end for profiles, in the name of whoever the manager says is signed in; nil for a back end that keeps
    /// none. ``SesameClient`` asks for it.
    public var profiles: (@Sendable (AuthManager) -> any ProfileService)?
    /// The back end for pushes, in the name of whoever the manager says is signed in; nil for one without pushes.
    /// ``SesameClient`` asks for it.
    public var pushes: (@Sendable (AuthManager) -> any PushTokenService)?

    /// Makes a configuration of its parts. It has neither profiles nor pushes before they are set.
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
    /// A manager of that configuration. It reads nothing before it is asked to.
    public init(_ configuration: AuthConfiguration) {
        self.init(
            service: configuration.service, store: configuration.storage.sessions, log: configuration.log,
            clock: configuration.clock, apple: configuration.apple, google: configuration.google)
    }
}

extension SignInOptions {
    /// The ways that a configuration has a source for.
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
