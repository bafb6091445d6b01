/// A provider's id of the person, and what was known with it.
public struct StatedIdentity: Sendable {
    /// The provider.
    public let provider: Provider
    /// The provider's id of the person.
    public let subject: String
    /// The claims that the provider is said to have made.
    public let claims: IdentityClaims

    /// Makes an identity.
    public init(provider: Provider, subject: String, claims: IdentityClaims = IdentityClaims()) {
        self.provider = provider
        self.subject = subject
        self.claims = claims
    }
}
