import Foundation
package import SesameAccounts
package import SesameCore

/// An app's registration with a provider for sign-ins in a browser, and the server's credential for that provider.
package struct OAuthClientRegistration: Sendable {
    /// The credential with which the server authenticates to the provider.
    package enum Proof: Sendable {
        /// A client secret issued by the provider.
        case secret(Secret)
        /// A team that signs client secrets.
        case team(AppleTeam)
    }

    /// The provider at which the app is registered: the real one or the development one.
    package let provider: WebProvider
    /// The client id, which is the audience of the tokens.
    package let clientID: String
    package let proof: Proof

    package init(_ provider: WebProvider, clientID: String, proof: Proof) {
        self.provider = provider
        self.clientID = clientID
        self.proof = proof
    }

    /// Returns the registration of a web client with Google.
    package static func google(
        clientID: String, secret: Secret, at addresses: OAuthEndpoints = .google
    ) -> OAuthClientRegistration {
        OAuthClientRegistration(.google(at: addresses), clientID: clientID, proof: .secret(secret))
    }

    /// Returns the registration of a Services ID with Apple. The team's key signs the client secrets.
    package static func apple(
        servicesID: String, team: AppleTeam, at addresses: OAuthEndpoints = .apple
    ) -> OAuthClientRegistration {
        OAuthClientRegistration(.apple(at: addresses), clientID: servicesID, proof: .team(team))
    }

    /// Returns the client secret for a request at the given time: the issued secret, or a new secret signed by the team
    /// and valid for five minutes.
    func secret(at now: Date) throws(AccountError) -> Secret {
        switch proof {
        case .secret(let secret): secret
        case .team(let team): try team.clientSecret(for: clientID, at: now)
        }
    }
}

/// The registrations of all apps with their providers, for browser sign-in.
package struct OAuthClientRegistrations: Sendable {
    /// The providers that support sign-in in a browser, in the order of display.
    package let providers: [WebProvider]
    private var clients: [AppID: [Provider: OAuthClientRegistration]] = [:]

    package init(of providers: [WebProvider] = WebProvider.usual) {
        self.providers = providers
    }

    package subscript(app: AppID, provider: Provider) -> OAuthClientRegistration? {
        get { clients[app]?[provider] }
        set { clients[app, default: [:]][provider] = newValue }
    }

    /// Returns the providers that an app offers in a browser, in the order of display: each provider that the app is
    /// configured for and registered with.
    package func providers(of app: App) -> [Provider] {
        providers.map(\.provider).filter { app.providers[$0] != nil && self[app.id, $0] != nil }
    }
}
