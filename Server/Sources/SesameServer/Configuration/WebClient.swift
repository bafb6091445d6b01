import Crypto
public import SesameAccounts
public import SesameCore
import SesameTokens

/// What an app registered with a provider for sign-ins in a browser, and how the server proves there who it is.
public struct WebClient: Sendable {
    /// What the provider knows the app by.
    public enum Registration: Sendable {
        /// Google's web client and its secret.
        case google(clientID: String, secret: Secret)
        /// Apple's Services ID, and the team's key that signs the client secrets.
        case apple(servicesID: String, teamID: String, key: AppleKey)
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

    /// Apple's Services ID, and the team's key that signs the client secrets.
    public static func apple(
        servicesID: String, teamID: String, key: AppleKey, at addresses: ProviderAddresses = .apple
    ) -> WebClient {
        WebClient(
            registration: .apple(servicesID: servicesID, teamID: teamID, key: key), addresses: addresses)
    }

    /// The client id: the audience of the tokens that come this way.
    public var clientID: String {
        switch registration {
        case .google(let clientID, _): clientID
        case .apple(let servicesID, _, _): servicesID
        }
    }
}

/// A Sign in with Apple key: ES256, made at Apple's developer site.
public struct AppleKey: Sendable {
    /// The key's id.
    public let keyID: String
    // The text, because swift-crypto's own key type cannot be shared between tasks in the versions that we build with.
    private let pem: Secret

    /// Takes the content of a `.p8` file (PKCS #8 in PEM); nil when it is no P-256 key.
    public init?(keyID: String, pem: Secret) {
        guard (try? P256.Signing.PrivateKey(pemRepresentation: pem.exposed)) != nil else { return nil }
        self.keyID = keyID
        self.pem = pem
    }

    /// Signs a client secret.
    func sign(_ claims: JSONObject) throws -> Secret {
        let key = try P256.Signing.PrivateKey(pemRepresentation: pem.exposed)
        return Secret(
            try CompactJWS.sign(header: ["kid": .string(keyID)], payload: claims.serialized(), with: key))
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
