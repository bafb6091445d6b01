import SesameCore

/// The format of Google's tokens and documents. https://developers.google.com/identity/openid-connect/openid-connect
struct GoogleDialect: ProviderDialect {
    let kind = ProviderKind.google
    var issuer = "https://accounts.google.com"
    let wrongIssuer = "https://accounts.google.example"
    let mismatchedIssuer = "accounts.google.com"
    let lifetime = 3_600
    let keyCount = 2
    let keysPath = "/google/oauth2/v3/certs"
    let keysCacheControl = "public, max-age=21600, must-revalidate, no-transform"
    let discoveryPath = "/google/.well-known/openid-configuration"

    func keyID(_ random: (Int) -> [UInt8]) -> String {
        random(20).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    func nonceClaim(raw nonce: String) -> String {
        nonce
    }

    func header(keyID: String) -> JSONObject {
        ["alg": "RS256", "kid": .string(keyID), "typ": "JWT"]
    }

    func claims(_ draft: TokenInputs) -> JSONObject {
        let person = draft.person
        var claims: JSONObject = [
            "iss": .string(issuer),
            "azp": .string(draft.client.id),
            "aud": .string(draft.client.id),
            "sub": .string(person.subject),
        ]
        claims["hd"] = person.hostedDomain.map(JSONValue.string)
        claims["email"] = .string(person.email)
        claims["email_verified"] = true
        claims["at_hash"] = .string(draft.accompanyingHash)
        claims["nonce"] = draft.nonce.map(JSONValue.string)
        claims["name"] = .string(person.name)
        claims["picture"] = .string(person.picture)
        claims["given_name"] = .string(person.givenName)
        claims["family_name"] = .string(person.familyName)
        claims["iat"] = .integer(draft.issuedAt)
        claims["exp"] = .integer(draft.expiresAt)
        return claims
    }

    func discovery(issuer: String, baseURL: String) -> JSONObject {
        [
            "issuer": .string(issuer),
            "authorization_endpoint": .string(baseURL + authorizationPath),
            "token_endpoint": .string(baseURL + tokenPath),
            "revocation_endpoint": .string(baseURL + revocationPath),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": ["plain", "S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
            "authorization_response_iss_parameter_supported": true,
            "jwks_uri": .string(baseURL + keysPath),
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["openid", "email", "profile"],
            "claims_supported": [
                "aud", "email", "email_verified", "exp", "family_name", "given_name", "iat", "iss", "name",
                "picture", "sub",
            ],
        ]
    }
}
