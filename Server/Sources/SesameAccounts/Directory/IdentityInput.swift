/// A provider's id of a user, with the known claims.
package struct IdentityInput: Sendable {
    package let provider: Provider
    /// The provider's id of the user.
    package let subject: String
    /// The claims attributed to the provider.
    package let claims: IdentityClaims

    /// Creates an identity.
    package init(provider: Provider, subject: String, claims: IdentityClaims = IdentityClaims()) {
        self.provider = provider
        self.subject = subject
        self.claims = claims
    }
}
