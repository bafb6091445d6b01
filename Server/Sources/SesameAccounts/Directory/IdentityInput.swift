/// A provider's id of a user, as given by an operator, with the claims that the operator knows.
package struct IdentityInput: Sendable {
    package let provider: Provider
    package let subject: String
    /// The claims to store as if the provider had sent them; they are not verified.
    package let claims: IdentityClaims

    package init(provider: Provider, subject: String, claims: IdentityClaims = IdentityClaims()) {
        self.provider = provider
        self.subject = subject
        self.claims = claims
    }
}
