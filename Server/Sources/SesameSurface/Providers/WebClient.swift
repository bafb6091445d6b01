import Foundation
public import SesameAccounts
public import SesameCore

/// What an app registered with a provider for sign-ins in a browser, and how the server proves there who it is.
public struct WebClient: Sendable {
    /// A proof of which client it is.
    public enum Proof: Sendable {
        /// The secret that the provider gave.
        case secret(Secret)
        /// The team that signs secrets.
        case team(AppleTeam)
    }

    /// The provider at which the app registered: the real one, or the development one.
    public let provider: WebProvider
    /// The client id: the audience of the tokens that come this way.
    public let clientID: String
    /// The proof that it is this client.
    public let proof: Proof

    /// Makes a client.
    public init(_ provider: WebProvider, clientID: String, proof: Proof) {
        self.provider = provider
        self.clientID = clientID
        self.proof = proof
    }

    /// Google's web client and its secret.
    public static func google(
        clientID: String, secret: Secret, at addresses: ProviderAddresses = .google
    ) -> WebClient {
        WebClient(.google(at: addresses), clientID: clientID, proof: .secret(secret))
    }

    /// Apple's Services ID, and the team that signs its client secrets.
    public static func apple(
        servicesID: String, team: AppleTeam, at addresses: ProviderAddresses = .apple
    ) -> WebClient {
        WebClient(.apple(at: addresses), clientID: servicesID, proof: .team(team))
    }

    /// Returns the secret that proves it at that time.
    func secret(at now: Date) throws(Refusal) -> Secret {
        switch proof {
        case .secret(let secret): secret
        case .team(let team): try team.clientSecret(for: clientID, at: now)
        }
    }
}

/// The web clients of all apps.
public struct WebClients: Sendable {
    /// The providers that browsers can be sent to, in the order in which people are shown them.
    public let providers: [WebProvider]
    private var clients: [AppID: [Provider: WebClient]] = [:]

    /// None, of any of the providers.
    public init(of providers: [WebProvider] = WebProvider.usual) {
        self.providers = providers
    }

    /// The app's client at that provider.
    public subscript(app: AppID, provider: Provider) -> WebClient? {
        get { clients[app]?[provider] }
        set { clients[app, default: [:]][provider] = newValue }
    }

    /// Where an app's people can sign in by browser.
    public func providers(of app: App) -> [Provider] {
        providers.map(\.provider).filter { app.providers[$0] != nil && self[app.id, $0] != nil }
    }
}
