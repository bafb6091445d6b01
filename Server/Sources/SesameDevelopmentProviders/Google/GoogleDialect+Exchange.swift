import SesameCore
import SesameWire

extension GoogleDialect {
    var refreshRefusal: TokenEndpointError {
        TokenEndpointError("invalid_grant", "Token has been expired or revoked.")
    }

    func missing(_ parameter: String) -> TokenEndpointError {
        TokenEndpointError("invalid_request", "Missing required parameter: \(parameter)")
    }

    func grantType(of request: ExchangeRequest) throws(TokenEndpointError) -> GrantType {
        guard let word = request["grant_type"] else { throw missing("grant_type") }
        guard let type = GrantType(word: word) else {
            throw TokenEndpointError("unsupported_grant_type", "Invalid grant_type: \(word)")
        }
        return type
    }

    /// Returns the client, authenticated by its secret, either in the form or in `Authorization`. The iOS client has no
    /// secret.
    func client(of request: ExchangeRequest) throws(TokenEndpointError) -> RegisteredClient {
        let credentials = try credentials(of: request)
        guard let client = request.clients.registered(credentials.clientID, at: .google) else {
            throw TokenEndpointError("invalid_client", "The OAuth client was not found.", status: 401)
        }
        switch (client.kind, credentials.secret) {
        case (.googleIOS, nil):
            return client
        case (.googleWeb(let secret?), let given?) where secret.hasSameBytes(as: given):
            return client
        case (.googleWeb, nil):
            throw TokenEndpointError("invalid_request", "client_secret is missing.")
        default:
            throw TokenEndpointError("invalid_client", "Unauthorized", status: 401)
        }
    }

    private func credentials(
        of request: ExchangeRequest
    ) throws(TokenEndpointError) -> (clientID: String, secret: String?) {
        let clientID = request["client_id"]
        guard let authorization = request.authorization else {
            guard let clientID else {
                throw TokenEndpointError("invalid_request", "Could not determine client ID from request.")
            }
            return (clientID, request["client_secret"])
        }
        guard let basic = BasicCredentials(authorization) else {
            throw TokenEndpointError("invalid_client", "Unauthorized", status: 401)
        }
        guard request["client_secret"] == nil, clientID?.hasSameBytes(as: basic.name) != false else {
            throw TokenEndpointError("invalid_request", "The client must not use more than one authentication method.")
        }
        return (basic.name, basic.secret)
    }

    func check(_ code: IssuedAuthorizationCode, in request: ExchangeRequest) throws(TokenEndpointError) {
        guard let redirectURI = request["redirect_uri"] else { throw missing("redirect_uri") }
        guard code.redirectURI?.hasSameBytes(as: redirectURI) == true else {
            throw TokenEndpointError("redirect_uri_mismatch", "Bad Request")
        }
        guard code.grant.audience == nil || request["audience"]?.hasSameBytes(as: code.grant.audience ?? "") == true
        else {
            throw TokenEndpointError("invalid_grant", "The audience differs from the one in the authorization request.")
        }
        switch (code.challenge, request["code_verifier"]) {
        case (nil, nil):
            return
        case (nil, _?):
            throw TokenEndpointError("invalid_grant", "code_verifier or verifier is not needed.")
        case (_?, nil):
            throw TokenEndpointError("invalid_grant", "Missing code verifier.")
        case (let challenge?, let verifier?):
            guard challenge.isMet(by: verifier) else {
                throw TokenEndpointError("invalid_grant", "Invalid code verifier.")
            }
        }
    }

    func refusal(of redemption: GrantStore.Redemption, clientID: String) -> TokenEndpointError {
        switch redemption {
        case .unknown: TokenEndpointError("invalid_grant", "Malformed auth code.")
        default: TokenEndpointError("invalid_grant", "Bad Request")
        }
    }

    func body(of tokens: IssuedTokens) -> JSONObject {
        var body: JSONObject = ["access_token": .string(tokens.accessToken), "expires_in": 3_599]
        body["refresh_token"] = tokens.refreshToken.map(JSONValue.string)
        body["scope"] = .string(scopeText(tokens.scopes))
        body["token_type"] = "Bearer"
        body["id_token"] = .string(tokens.idToken)
        return body
    }

    /// Revokes the consent to which a token belongs; Google does not authenticate the client. Throws if the token is
    /// not valid.
    func revocation(
        of request: ExchangeRequest, by revoke: (_ token: String, _ clientID: String?) -> Bool
    ) throws(TokenEndpointError) -> JSONObject? {
        guard let token = request["token"] else { throw missing("token") }
        guard revoke(token, nil) else {
            throw TokenEndpointError("invalid_token", "Token expired or revoked")
        }
        return [:]
    }
}
