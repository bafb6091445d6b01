public import SesameAccounts
public import SesameCore

/// What an app registered with a provider for sign-ins in a browser, and how the server proves there who it is.
public struct WebClient: Sendable {
    /// What the provider knows the app by.
    public enum Registration: Sendable {
        /// Google's web client and its secret.
        case google(clientID: String, secret: Secret)
        /// Apple's Services ID, and the team that signs its client secrets.
        case apple(servicesID: String, team: AppleTeam)
    }

    /// What the provider knows the app by.
    public let registration: Registration
    /// Where the provider is at which the app registered: the real one, or the development one.
    public let addresses: ProviderAddresses

    /// Google's web client and its secret.
    public static func google(
        clientID: String, secret: Secret, at addresses: ProviderAddresses = .google
    ) -> WebClient {
        WebClient(registration: .google(clientID: clientID, secret: secret), addresses: addresses)
    }

    /// Apple's Services ID, and the team that signs its client secrets.
    public static func apple(
        servicesID: String, team: AppleTeam, at addresses: ProviderAddresses = .apple
    ) -> WebClient {
        WebClient(registration: .apple(servicesID: servicesID, team: team), addresses: addresses)
    }

    /// The client id: the audience of the tokens that come this way.
    public var clientID: String {
        switch registration {
        case .google(let clientID, _): clientID
        case .apple(let servicesID, _): servicesID
        }
    }
}

/// The web clients of all apps.
public struct WebClients: Sendable {
    private var clients: [AppID: [Provider: WebClient]] = [:]

    /// None.
    public init() {}

    /// The app's client at that provider.
    public subscript(app: AppID, provider: Provider) -> WebClient? {
        get { clients[app]?[provider] }
        set { clients[app, default: [:]][provider] = newValue }
    }

    /// Where an app's people can sign in by browser.
    public func providers(of app: App) -> [Provider] {
        Provider.allCases.filter { app.providers[$0] != nil && self[app.id, $0] != nil }
    }
}
