import SesameCore
import SesameTokens

extension GoogleDialect {
    var authorizationPath: String { "/google/o/oauth2/v2/auth" }
    var tokenPath: String { "/google/token" }
    var revocationPath: String { "/google/revoke" }
    var denial: String { "access_denied" }

    func credential(_ shape: CredentialFormat, _ random: (Int) -> [UInt8]) -> String {
        shape.google(random)
    }

    /// Returns true if the exchange provides a refresh token: always for installed apps, and for a web client that
    /// requests offline access, if the user has not consented to offline access yet or the client requests the consent
    /// screen.
    func givesRefreshToken(_ request: AuthorizationRequest, after consent: Consent?) -> Bool {
        guard request.client.kind != .googleIOS else { return true }
        return request.isOffline && (consent?.isOffline != true || request.prompts.contains(.consent))
    }

    func parameters(of approval: Approval) -> [AuthorizationResponse.Parameter] {
        var parameters: [AuthorizationResponse.Parameter] = [
            .init("iss", issuer), .init("code", approval.code),
            .init("scope", (approval.request.scopes.names + [scopeText(approval.request.scopes)]).uniqueWords),
            .init("authuser", "0"),
        ]
        if let domain = approval.person.hostedDomain { parameters.append(.init("hd", domain)) }
        let wasAsked = approval.isFirst || approval.request.prompts.contains(.consent)
        return parameters + [.init("prompt", wasAsked ? "consent" : "none")]
    }

    func parameters(ofError error: String) -> [AuthorizationResponse.Parameter] {
        [.init("iss", issuer), .init("error", error)]
    }

    func browserClaims(_ hash: CredentialHash, scopes: Set<Scope>) -> JSONObject {
        var claims: JSONObject = ["at_hash": .string(hash.text)]
        let hidden =
            (scopes.contains(.email) ? [] : ["email", "email_verified"])
            + (scopes.contains(.profile) ? [] : ["name", "picture", "given_name", "family_name"])
        for name in hidden { claims[name] = .null }
        return claims
    }
}

extension [String] {
    /// The words of all texts, each once, separated by spaces.
    fileprivate var uniqueWords: String {
        var words: [String] = []
        for word in flatMap({ $0.split(separator: " ").map(String.init) }) where !words.contains(word) {
            words.append(word)
        }
        return words.joined(separator: " ")
    }
}
