import SesameCore

/// The values from which a token's claims are made.
struct TokenInputs {
    let client: ProviderClient
    let person: DevelopmentUser
    let nonce: String?
    /// The time of issue in seconds since 1970.
    let issuedAt: Int
    let expiresAt: Int
    /// The value of `at_hash` or `c_hash`: the hash of the access token or code that comes with the token, or a random
    /// one. It makes each token unique.
    let accompanyingHash: String
}
