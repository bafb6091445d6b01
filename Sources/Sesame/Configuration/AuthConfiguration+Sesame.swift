public import Foundation

extension AuthConfiguration {
    /// A Sesame server, and the systems' own sheets.
    /// - Parameters:
    ///   - app: The app's name in the server's configuration.
    ///   - storage: The place for all that the app keeps of a person. With passwords that is also the token by which the
    ///     server knows this device again, so that strangers who guess at a password do not make its owner wait.
    ///   - transport: What carries the requests, for example through a proxy of the app's own.
    public static func production(
        server: URL, app: String, storage: StorageLocation, log: (any AuthLog)? = nil,
        apple: (any CredentialSource)? = nil, google: (any CredentialSource)? = nil,
        transport: some HTTPTransport = URLSessionTransport()
    ) -> AuthConfiguration {
        .sesame(server, app: app, storage: storage, log: log, apple: apple, google: google, transport: transport)
    }

    /// A server on this computer with its development providers: no vendor's account, and no sheet, which would only
    /// know the real Apple. Both sign-ins go by the server's own page.
    ///
    /// - Parameters:
    ///   - redirectURI: Where the browser comes back to; see ``WebSignIn/init(server:app:provider:redirectURI:issuer:browser:)``.
    ///   - issuer: The name that the server signs its answers with, where it is not its address.
    ///   - storage: ``StorageLocation/memory`` for runs that each begin with nobody signed in.
    ///   - transport: `URLSessionTransport(plainHTTP: .anywhere)` for a server on another computer in the room.
    public static func development(
        server: URL, app: String, storage: StorageLocation, browser: some WebAuthentication,
        redirectURI: String? = nil, issuer: String? = nil, log: (any AuthLog)? = nil,
        transport: some HTTPTransport = URLSessionTransport()
    ) -> AuthConfiguration {
        func page(_ provider: WebSignIn.Provider) -> WebSignIn {
            WebSignIn(
                server: server, app: app, provider: provider, redirectURI: redirectURI, issuer: issuer,
                browser: browser)
        }
        return .sesame(
            server, app: app, storage: storage, log: log, apple: page(.apple), google: page(.google),
            transport: transport)
    }

    /// Nothing but this process: for previews, and for tests of an app's own code. Every sign-in succeeds.
    /// - Parameter user: Who is signed in once ``AuthManager/restore()`` was called; nil for nobody.
    public static func mock(signedInAs user: UserAuthInfo? = nil) -> AuthConfiguration {
        let service = PreviewAuthService()
        var configuration = AuthConfiguration(
            service: service,
            storage: .memory.keepingSession(in: MemorySessionStore(user.map { service.makeSession($0) })),
            apple: PreviewCredentialSource(method: .apple), google: PreviewCredentialSource(method: .google))
        let profiles = PreviewProfileService()
        configuration.profiles = { _ in profiles }
        return configuration
    }

    private static func sesame(
        _ server: URL, app: String, storage: StorageLocation, log: (any AuthLog)?, apple: (any CredentialSource)?,
        google: (any CredentialSource)?, transport: some HTTPTransport
    ) -> AuthConfiguration {
        let service = SesameAuthService(
            server: server, app: app, transport: transport, deviceStorage: storage.device(.knownDevice))
        var configuration = AuthConfiguration(
            service: service, storage: storage, log: log, apple: apple, google: google)
        configuration.profiles = { auth in
            SesameProfileService(server: server, app: app, auth: auth, transport: transport)
        }
        configuration.pushes = { auth in
            SesamePushTokenService(server: server, app: app, auth: auth, transport: transport)
        }
        return configuration
    }
}
