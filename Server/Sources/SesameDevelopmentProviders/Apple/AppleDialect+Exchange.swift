import Foundation
import SesameCore
import SesameWire

extension AppleDialect {
    var refreshRefusal: TokenEndpointError {
        TokenEndpointError("invalid_grant", "The token has expired or has been revoked.")
    }

    func missing(_ parameter: String) -> TokenEndpointError {
        TokenEndpointError("invalid_request", "The \(parameter) parameter is missing.")
    }

    func grantType(of request: ExchangeRequest) throws(TokenEndpointError) -> GrantType {
        guard let word = request["grant_type"] else { throw missing("grant_type") }
        guard let type = GrantType(word: word) else { throw TokenEndpointError("unsupported_grant_type") }
        return type
    }

    /// Returns the client, authenticated by the signed secret in the form, the only method that Apple accepts.
    func client(of request: ExchangeRequest) throws(TokenEndpointError) -> RegisteredClient {
        guard let clientID = request["client_id"] else { throw missing("client_id") }
        guard let text = request["client_secret"] else { throw missing("client_secret") }
        guard request.authorization == nil else {
            throw TokenEndpointError("invalid_request", "The client must not use more than one authentication method.")
        }
        guard let client = request.clients.registered(clientID, at: .apple),
            let secret = AppleClientSecret(text),
            secret.isValid(for: client, now: Int64(request.now.timeIntervalSince1970.rounded(.down)))
        else { throw TokenEndpointError("invalid_client") }
        return client
    }

    func check(_ code: IssuedAuthorizationCode, in request: ExchangeRequest) throws(TokenEndpointError) {
        switch (code.redirectURI, request["redirect_uri"]) {
        case (nil, nil):
            return
        case (_?, nil):
            throw missing("redirect_uri")
        case (let asked, let given?):
            guard asked?.hasSameBytes(as: given) == true else {
                throw TokenEndpointError("invalid_grant", "redirect_uri mismatch. The code was not issued for it.")
            }
        }
    }

    func refusal(of redemption: GrantStore.Redemption, clientID: String) -> TokenEndpointError {
        switch redemption {
        case .used: TokenEndpointError("invalid_grant", "The code has already been used.")
        case .foreign:
            TokenEndpointError("invalid_grant", "client_id mismatch. The code was not issued to \(clientID).")
        default: TokenEndpointError("invalid_grant", "The code has expired or has been revoked.")
        }
    }

    func body(of tokens: IssuedTokens) -> JSONObject {
        var body: JSONObject = [
            "access_token": .string(tokens.accessToken), "token_type": "Bearer", "expires_in": 3_600,
        ]
        body["refresh_token"] = tokens.refreshToken.map(JSONValue.string)
        body["id_token"] = .string(tokens.idToken)
        return body
    }

    /// Revokes a token of the client, and returns nil for an empty response. The response is the same for a token of
    /// another client, which is not revoked.
    func revocation(
        of request: ExchangeRequest, by revoke: (_ token: String, _ clientID: String?) -> Bool
    ) throws(TokenEndpointError) -> JSONObject? {
        let client = try client(of: request)
        guard let token = request["token"] else { throw missing("token") }
        _ = revoke(token, client.id)
        return nil
    }
}
