public import Foundation

extension AuthConfiguration {
    /// Returns a configuration for a Sesame server, with the given credential sources for Apple and Google.
    /// - Parameters:
    ///   - app: The app's name in the server's configuration.
    ///   - storage: The place for all data that the app stores about a user. With passwords this includes a token that
    ///     identifies this device to the server, so that attackers who guess a password do not delay the user's own
    ///     sign-in.
    ///   - transport: The transport of requests, for example through the app's own proxy.
    public static func production(
        server: URL, app: String, storage: StorageLocation, log: (any AuthLog)? = nil,
        apple: (any CredentialSource)? = nil, google: (any CredentialSource)? = nil,
        transport: some HTTPTransport = URLSessionTransport()
    ) -> AuthConfiguration {
        .sesame(server, app: app, storage: storage, log: log, apple: apple, google: google, transport: transport)
    }

    /// Returns a configuration for a server that runs on this computer with development providers.
    ///
    /// You need no account at Apple or Google. Both sign-ins use the server's own page in place of a sheet, because a
    /// sheet works only with the real Apple.
    ///
    /// - Parameters:
    ///   - redirectURI: The address to which the browser returns; see
    ///     ``WebSignIn/init(server:app:provider:role:redirectURI:issuer:browser:)``.
    ///   - issuer: The server's issuer name in its responses, if it differs from the server's URL (RFC 9207).
    ///   - storage: ``StorageLocation/memory`` for runs that each begin signed out.
    ///   - transport: `URLSessionTransport(plainHTTP: .anywhere)` for a server on another computer in the local
    ///     network.
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

    /// Returns a configuration without a server, for previews and for tests of an app's own code. Every sign-in
    /// succeeds.
    /// - Parameter user: The user who is signed in after ``AuthManager/restore()``; nil for none.
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
