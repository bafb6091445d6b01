import SesameCore
package import SesameTokens
import SesameWire

/// The settings of the Firebase project that an app's clients with Firebase SDKs use.
package struct FirebaseSettings: Sendable {
    /// The project's id: the `aud` of its ID tokens.
    package internal(set) var projectID: String
    /// The API keys that identify the project in clients' requests. They are public and grant no access.
    package let apiKeys: [String]
    /// The hosts allowed in `continueUrl`, besides localhost.
    package let authorizedDomains: [String]
    /// The service accounts that may create custom tokens and call the admin methods.
    package let serviceAccounts: [FirebaseServiceAccount]
    /// The tenant of the app's accounts; nil for the project's own accounts.
    package internal(set) var tenant: String?
    /// The allowed sign-in methods, from the project's and the tenant's stored settings.
    package internal(set) var rules = FirebaseSignInPolicy()
    /// The sign-in policy before the project's stored settings are applied.
    var usualRules = FirebaseSignInPolicy()
    /// The configured app from which this one is derived; nil unless this app is a tenant or another project.
    var configuredAppID: AppID?

    package init(
        projectID: String, apiKeys: [String], authorizedDomains: [String] = [],
        serviceAccounts: [FirebaseServiceAccount] = []
    ) {
        self.projectID = projectID
        self.apiKeys = apiKeys
        self.authorizedDomains = authorizedDomains
        self.serviceAccounts = serviceAccounts
    }

    /// The `iss` of the project's ID tokens.
    var issuer: String { "https://securetoken.google.com/\(projectID)" }

    /// The `iss` of the project's session cookies.
    var cookieIssuer: String { "https://session.firebase.google.com/\(projectID)" }

    func serviceAccount(_ email: String) -> FirebaseServiceAccount? {
        serviceAccounts.first { $0.email.hasSameBytes(as: email) }
    }
}

/// A back end of the app, which authenticates with its own key. The server stores only the public key.
package struct FirebaseServiceAccount: Sendable {
    /// The service account's email address, which identifies it.
    package let email: String
    /// The public keys (RS256) that verify the service account's tokens.
    package let keys: [JSONWebKey]

    package init(email: String, keys: [JSONWebKey]) {
        self.email = email
        self.keys = keys
    }

    /// Returns the payload of a token signed by one of the keys; nil for any other token.
    func payload(of token: CompactJWS) -> JSONObject? {
        let isSigned = keys.contains { key in
            // A token with a key id must be signed by that key.
            if let named = token.header.keyID, let own = key.keyID, !own.hasSameBytes(as: named) { return false }
            return (try? token.verify(with: key, algorithm: .rs256)) != nil
        }
        return isSigned ? try? token.claims() : nil
    }
}
