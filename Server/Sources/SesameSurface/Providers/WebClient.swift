import Foundation
package import SesameAccounts
package import SesameCore

/// An app's registration with a provider for sign-ins in a browser, and the proof by which the server identifies itself
/// there.
package struct WebClient: Sendable {
    /// A proof of which client it is.
    package enum Proof: Sendable {
        /// The secret that the provider gave.
        case secret(Secret)
        /// The team that signs secrets.
        case team(AppleTeam)
    }

    /// The provider at which the app registered: the real one, or the development one.
    package let provider: WebProvider
    /// The client id: the audience of the tokens that come this way.
    package let clientID: String
    /// The proof that it is this client.
    package let proof: Proof

    /// Makes a client.
    package init(_ provider: WebProvider, clientID: String, proof: Proof) {
        self.provider = provider
        self.clientID = clientID
        self.proof = proof
    }

    /// Google's web client and its secret.
    package static func google(
        clientID: String, secret: Secret, at addresses: ProviderAddresses = .google
    ) -> WebClient {
        WebClient(.google(at: addresses), clientID: clientID, proof: .secret(secret))
    }

    /// Apple's Services ID, and the team that signs its client secrets.
    package static func apple(
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
package struct WebClients: Sendable {
    /// The providers that browsers can be sent to, in the order in which people are shown them.
    package let providers: [WebProvider]
    private var clients: [AppID: [Provider: WebClient]] = [:]

    /// None, of any of the providers.
    package init(of providers: [WebProvider] = WebProvider.usual) {
        self.providers = providers
    }

    package subscript(app: AppID, provider: Provider) -> WebClient? {
        get { clients[app]?[provider] }
        set { clients[app, default: [:]][provider] = newValue }
    }

    /// Returns the providers by which an app's users can sign in in a browser.
    package func providers(of app: App) -> [Provider] {
        providers.map(\.provider).filter { app.providers[$0] != nil && self[app.id, $0] != nil }
    }
}
