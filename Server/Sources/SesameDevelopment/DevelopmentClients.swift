import Crypto
import SesameAccounts
import SesameCore
import SesameDevelopmentProviders
import SesameOperations
import SesameServer
import SesameSurface
import SesameTokens

/// The apps' clients at the development Apple and Google. Their secrets and keys are created at every start.
struct DevelopmentClients {
    /// The server's web clients, with secrets and private keys.
    private(set) var webClients: OAuthClientRegistrations
    private(set) var appleTeams: [AppID: AppleTeam] = [:]
    /// The apps' registrations at the development providers, with the clients' secrets and the public keys.
    private(set) var apps: [DevelopmentApp] = []

    private static let keyID = "DEVKEY0001"

    init(_ configuration: DevelopmentConfiguration, _ developmentServices: DevelopmentServices) {
        let server = configuration.server
        let key = P256.Signing.PrivateKey()
        let appleKey = AppleKey(keyID: Self.keyID, pem: Secret(key.pemRepresentation))
        webClients = server.webClients
        for app in server.apps.apps.values.sorted(by: { $0.id.description < $1.id.description }) {
            var registered = app.developmentApp(configuration.clients)
            if let clientID = registered.googleWebClientID {
                let secret = "GOCSPX-" + Base64URL.encode(DevelopmentProviders.systemRandom(21))
                registered.googleWebClientSecret = secret
                registered.googleRedirectURIs = [server.publicURL + "/callback/google"]
                webClients[app.id, .google] = .google(
                    clientID: clientID, secret: Secret(secret),
                    at: developmentServices.providers[.google]?.addresses ?? .google)
            }
            if let appleKey, app.providers[.apple] != nil {
                let team = AppleTeam(id: registered.appleTeamID, key: appleKey)
                registered.appleKeys = [Self.keyID: Array(key.publicKey.rawRepresentation)]
                appleTeams[app.id] = team
                if let servicesID = registered.appleServicesID {
                    registered.appleRedirectURIs = [server.publicURL + "/callback/apple"]
                    webClients[app.id, .apple] = .apple(
                        servicesID: servicesID, team: team,
                        at: developmentServices.providers[.apple]?.addresses ?? .apple)
                }
            }
            apps.append(registered)
        }
    }

    /// Returns the service accounts with which the server sends push notifications to the development FCM, by app.
    func pushAccounts(of providers: DevelopmentProviders) async throws -> [AppID: ServiceAccount] {
        var accounts: [AppID: ServiceAccount] = [:]
        for app in apps {
            guard let id = AppID(app.name) else { continue }
            accounts[id] = ServiceAccount(
                try await providers.fcm.serviceAccount(of: app.name, baseURL: providers.baseURL))
        }
        return accounts
    }
}
