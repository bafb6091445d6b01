import SesameCore
import SesameTokens
import SesameWire

extension AppleDialect {
    var authorizationPath: String { "/apple/auth/authorize" }
    var tokenPath: String { "/apple/auth/token" }
    var revocationPath: String { "/apple/auth/revoke" }
    var denial: String { "user_cancelled_authorize" }

    func credential(_ shape: CredentialFormat, _ random: (Int) -> [UInt8]) -> String {
        shape.apple(random)
    }

    func givesRefreshToken(_ request: AuthorizationRequest, after consent: Consent?) -> Bool {
        true
    }

    /// Returns the parameters of the response to the client. The unsigned parameter `user` is included only at the
    /// first consent.
    func parameters(of approval: Approval) -> [AuthorizationResponse.Parameter] {
        var parameters: [AuthorizationResponse.Parameter] = [.init("code", approval.code)]
        if let idToken = approval.idToken { parameters.append(.init("id_token", idToken)) }
        var user = JSONObject()
        if approval.request.scopes.contains(.name) {
            user["name"] = [
                "firstName": .string(approval.person.givenName), "lastName": .string(approval.person.familyName),
            ]
        }
        if approval.request.scopes.contains(.email) { user["email"] = .string(approval.person.email) }
        if approval.isFirst, !user.isEmpty {
            parameters.append(.init("user", String(decoding: user.serialized(), as: UTF8.self)))
        }
        return parameters
    }

    func parameters(ofError error: String) -> [AuthorizationResponse.Parameter] {
        [.init("error", error)]
    }

    /// Returns the claims to change in a token of the browser flow; null removes a claim. A token with a code has
    /// `c_hash`, and a token with an access token `at_hash`. Email claims require the scope `email`, and only Apple's
    /// native sheet provides `real_user_status`.
    func browserClaims(_ hash: CredentialHash, scopes: Set<Scope>) -> JSONObject {
        var claims: JSONObject = ["real_user_status": .null]
        switch hash {
        case .code: claims["c_hash"] = .string(hash.text)
        case .accessToken:
            claims["c_hash"] = .null
            claims["at_hash"] = .string(hash.text)
        }
        if !scopes.contains(.email) {
            for name in ["email", "email_verified", "is_private_email"] { claims[name] = .null }
        }
        return claims
    }
}
