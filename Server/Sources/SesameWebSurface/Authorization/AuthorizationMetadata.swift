import SesameCore

/// The authorization server metadata (RFC 8414), which lists only supported features.
struct AuthorizationMetadata: Sendable {
    let publicURL: String

    var json: JSONObject {
        [
            "issuer": .string(publicURL),
            "authorization_endpoint": .string(publicURL + "/authorize"),
            "token_endpoint": .string(publicURL + "/token"),
            "jwks_uri": .string(publicURL + "/.well-known/jwks.json"),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": true,
        ]
    }
}
