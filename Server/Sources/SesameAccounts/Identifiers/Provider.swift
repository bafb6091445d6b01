/// Who vouches for an identity. An identity is kept under this name, not the issuer's: Apple and Google each have
/// two issuers, and one person must not become two accounts.
public enum Provider: String, Sendable, CaseIterable {
    /// Sign in with Apple.
    case apple
    /// Google.
    case google
}
