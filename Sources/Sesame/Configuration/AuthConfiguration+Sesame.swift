public import Foundation

extension AuthConfiguration {
    /// A Sesame server, the device's own store, and the systems' own sheets.
    /// - Parameters:
    ///   - app: The app's name in the server's configuration.
    ///   - transport: What carries the requests, for example through a proxy of the app's own.
    ///   - deviceStorage: The place of the token of a device that is known to the server, in apps with passwords, by
    ///     which a person gets in also while others guess at their account. It outlives a sign-out. Give it a name of
    ///     its own, beside that of the device's pushes.
    public static func production(
        server: URL, app: String, store: some SessionStore, log: (any AuthLog)? = nil,
        apple: (any CredentialSource)? = nil, google: (any CredentialSource)? = nil,
        transport: some HTTPTransport = URLSessionTransport(), deviceStorage: (any DeviceStorage)? = nil
    ) -> AuthConfiguration {
        AuthConfiguration(
            service: SesameAuthService(server: server, app: app, transport: transport, deviceStorage: deviceStorage),
            store: store, log: log, apple: apple, google: google
        ).at(server, app: app, by: transport)
    }

    /// A server on this computer with its development providers: no vendor's account, and no sheet, which would only
    /// know the real Apple. Both sign-ins go by the server's own page.
    ///
    /// - Parameters:
    ///   - redirectURI: Where the browser comes back to; see ``WebSignIn/init(server:app:provider:redirectURI:issuer:browser:)``.
    ///   - issuer: The name that the server signs its answers with, where it is not its address.
    ///   - store: ``MemorySessionStore`` for runs that each begin with nobody signed in.
    ///   - transport: `URLSessionTransport(plainHTTP: .anywhere)` for a server on another computer in the room.
    public static func development(
        server: URL, app: String, store: some SessionStore, browser: some WebAuthentication,
        redirectURI: String? = nil, issuer: String? = nil, log: (any AuthLog)? = nil,
        transport: some HTTPTransport = URLSessionTransport()
    ) -> AuthConfiguration {
        func page(_ provider: WebSignIn.Provider) -> WebSignIn {
            WebSignIn(
                server: server, app: app, provider: provider, redirectURI: redirectURI, issuer: issuer,
                browser: browser)
        }
        return AuthConfiguration(
            service: SesameAuthService(server: server, app: app, transport: transport), store: store, log: log,
            apple: page(.apple), google: page(.google)
        ).at(server, app: app, by: transport)
    }

    /// Nothing but this process: for previews, and for tests of an app's own code. Every sign-in succeeds.
    /// - Parameter user: Who is signed in once ``AuthManager/restore()`` was called; nil for nobody.
    public static func mock(signedInAs user: UserAuthInfo? = nil) -> AuthConfiguration {
        let service = PreviewAuthService()
        var configuration = AuthConfiguration(
            service: service, store: MemorySessionStore(user.map { service.makeSession($0) }),
            apple: PreviewCredentialSource(method: .apple), google: PreviewCredentialSource(method: .google))
        let profiles = PreviewProfileService()
        configuration.profiles = { _ in profiles }
        return configuration
    }

    /// The same with the profiles and pushes of that server.
    private func at(_ server: URL, app: String, by transport: some HTTPTransport) -> AuthConfiguration {
        var configuration = self
        configuration.profiles = { auth in
            SesameProfileService(server: server, app: app, auth: auth, transport: transport)
        }
        configuration.pushes = { auth in
            SesamePushTokenService(server: server, app: app, auth: auth, transport: transport)
        }
        return configuration
    }
}
