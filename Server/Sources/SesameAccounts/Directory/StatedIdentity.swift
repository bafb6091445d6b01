/// A provider's id of the person, and what was known with it.
package struct StatedIdentity: Sendable {
    package let provider: Provider
    /// The provider's id of the person.
    package let subject: String
    /// The claims that the provider is said to have made.
    package let claims: IdentityClaims

    /// Makes an identity.
    package init(provider: Provider, subject: String, claims: IdentityClaims = IdentityClaims()) {
        self.provider = provider
        self.subject = subject
        self.claims = claims
    }
}
