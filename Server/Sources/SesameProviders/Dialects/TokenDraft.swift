import SesameCore

/// The parts of a provider's claims.
struct TokenDraft {
    let client: ProviderClient
    let person: DevelopmentPerson
    let nonce: String?
    /// Seconds since 1970.
    let issuedAt: Int
    let expiresAt: Int
    /// A hash as of the access token or code that comes with the token; so no two tokens are the same.
    let accompanyingHash: String
}
