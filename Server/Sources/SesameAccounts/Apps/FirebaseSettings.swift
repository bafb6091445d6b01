import SesameCore
package import SesameTokens
import SesameWire

/// The settings of an app's Firebase project.
package struct FirebaseSettings: Sendable {
    /// The project's id: the `aud` of its ID tokens.
    package internal(set) var projectID: String
    /// The keys by which clients name the project. They are public ids and open nothing.
    package let apiKeys: [String]
    /// Hosts that links in mails may lead on to, beside this machine's own.
    package let authorizedDomains: [String]
    /// The accounts that may create custom tokens and call the admin methods.
    package let serviceAccounts: [FirebaseServiceAccount]
    /// The tenant whose people these are; nil for the project's own.
    package internal(set) var tenant: String?
    /// Which sign-ins are let in.
    package internal(set) var rules = FirebaseRules()
    /// The rules before anything was set for the project.
    var usualRules = FirebaseRules()
    /// The app of the configuration, where these people are not its own.
    var configured: AppID?

    /// Makes the settings.
    package init(
        projectID: String, apiKeys: [String], authorizedDomains: [String] = [],
        serviceAccounts: [FirebaseServiceAccount] = []
    ) {
        self.projectID = projectID
        self.apiKeys = apiKeys
        self.authorizedDomains = authorizedDomains
        self.serviceAccounts = serviceAccounts
    }

    /// `iss` of the project's ID tokens.
    var issuer: String { "https://securetoken.google.com/\(projectID)" }

    /// `iss` of the project's session cookies.
    var cookieIssuer: String { "https://session.firebase.google.com/\(projectID)" }

    func serviceAccount(_ email: String) -> FirebaseServiceAccount? {
        serviceAccounts.first { $0.email.hasSameBytes(as: email) }
    }
}

/// A back end of the app, which proves itself by a key of its own. Only the public half is known here.
package struct FirebaseServiceAccount: Sendable {
    /// The account's name.
    package let email: String
    /// Its public keys.
    package let keys: [JSONWebKey]

    /// Makes an account.
    package init(email: String, keys: [JSONWebKey]) {
        self.email = email
        self.keys = keys
    }

    /// The payload of a token that one of the keys has signed; nil of any other.
    func payload(of token: CompactJWS) -> JSONObject? {
        let isSigned = keys.contains { key in
            // A token that names a key is that key's.
            if let named = token.header.keyID, let own = key.keyID, !own.hasSameBytes(as: named) { return false }
            return (try? token.verify(with: key, algorithm: .rs256)) != nil
        }
        return isSigned ? try? token.claims() : nil
    }
}
