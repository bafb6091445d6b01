import SesameCore

/// The parts of a provider's claims.
struct TokenInputs {
    let client: ProviderClient
    let person: DevelopmentUser
    let nonce: String?
    /// The time of issue in seconds since 1970.
    let issuedAt: Int
    let expiresAt: Int
    /// A hash like that of the access token or code that comes with the token. It makes each token unique.
    let accompanyingHash: String
}
