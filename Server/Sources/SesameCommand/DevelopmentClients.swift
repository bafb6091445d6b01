import Crypto
import SesameAccounts
import SesameCore
import SesameProviders
import SesameServer
import SesameTokens

/// What the example apps registered with the development Apple and Google. Secrets and keys are new at every start.
struct DevelopmentClients {
    /// The server's side: secrets and keys.
    private(set) var webClients = WebClients()
    /// The providers' side: the same secrets, and the public half of the key.
    private(set) var apps: [DevelopmentApp] = []

    private static let keyID = "DEVKEY0001"

    init(_ directory: AppDirectory, publicURL: String) {
        let key = P256.Signing.PrivateKey()
        let appleKey = AppleKey(keyID: Self.keyID, pem: Secret(key.pemRepresentation))
        for app in directory.apps.values.sorted(by: { $0.id.description < $1.id.description }) {
            var registered = app.developmentApp
            if let clientID = registered.googleWebClientID, clientID.contains("-web.") {
                let secret = "GOCSPX-" + Base64URL.encode(DevelopmentProviders.systemRandom(21))
                registered.googleWebClientSecret = secret
                registered.googleRedirectURIs = [publicURL + "/callback/google"]
                webClients[app.id, .google] = .google(clientID: clientID, secret: Secret(secret))
            }
            if let appleKey, let bundle = registered.appleClientIDs.first {
                let servicesID = bundle + ".web"
                registered.appleServicesID = servicesID
                registered.appleRedirectURIs = [publicURL + "/callback/apple"]
                registered.appleKeys = [Self.keyID: Array(key.publicKey.rawRepresentation)]
                webClients[app.id, .apple] = .apple(
                    servicesID: servicesID, teamID: registered.appleTeamID, key: appleKey)
            }
            apps.append(registered)
        }
    }
}
