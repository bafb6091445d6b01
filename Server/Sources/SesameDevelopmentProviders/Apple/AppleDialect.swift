import Crypto
import SesameCore

/// The format of Apple's tokens and documents. https://developer.apple.com/documentation/signinwithapple
struct AppleDialect: ProviderDialect {
    let kind = ProviderKind.apple
    var issuer = "https://appleid.apple.com"
    let wrongIssuer = "https://appleid.apple.example"
    /// The issuer in Apple's discovery document in 2025, which differed from the issuer in the tokens.
    let mismatchedIssuer = "https://account.apple.com"
    let lifetime = 86_400
    let keyCount = 3
    let keysPath = "/apple/auth/keys"
    let keysCacheControl = "public, max-age=3600"
    let discoveryPath = "/apple/.well-known/openid-configuration"

    func keyID(_ random: (Int) -> [UInt8]) -> String {
        let symbols = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        return String(decoding: random(10).map { symbols[Int($0) % symbols.count] }, as: UTF8.self)
    }

    /// Returns the nonce's SHA-256 digest in hexadecimal, because an app passes the digest to Apple's sheet and not the
    /// nonce.
    func nonceClaim(raw nonce: String) -> String {
        SHA256.hash(data: Array(nonce.utf8)).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    /// Returns the token's header, without `typ`.
    func header(keyID: String) -> JSONObject {
        ["kid": .string(keyID), "alg": "RS256"]
    }

    func claims(_ draft: TokenInputs) -> JSONObject {
        let person = draft.person
        var claims: JSONObject = [
            "iss": .string(issuer),
            "aud": .string(draft.client.id),
            "exp": .integer(draft.expiresAt),
            "iat": .integer(draft.issuedAt),
            "sub": .string(person.subject),
        ]
        claims["nonce"] = draft.nonce.map(JSONValue.string)
        claims["c_hash"] = .string(draft.accompanyingHash)
        claims["email"] = .string(person.email)
        claims["email_verified"] = true
        if person.hidesEmail { claims["is_private_email"] = true }
        claims["auth_time"] = .integer(draft.issuedAt)
        claims["nonce_supported"] = true
        claims["real_user_status"] = 2
        return claims
    }

    func discovery(issuer: String, baseURL: String) -> JSONObject {
        [
            "issuer": .string(issuer),
            "authorization_endpoint": .string(baseURL + authorizationPath),
            "token_endpoint": .string(baseURL + tokenPath),
            "revocation_endpoint": .string(baseURL + revocationPath),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query", "fragment", "form_post"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "jwks_uri": .string(baseURL + keysPath),
            "subject_types_supported": ["pairwise"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["openid", "email", "name"],
            "claims_supported": [
                "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce",
                "nonce_supported", "real_user_status", "sub", "transfer_sub",
            ],
        ]
    }
}
