/// The URLs of a provider's endpoints for a sign-in in a browser.
package struct ProviderEndpoints: Sendable, Hashable {
    /// The authorization endpoint, which a browser opens.
    package let authorization: String
    /// The token endpoint, which exchanges a code for tokens.
    package let token: String
    /// The revocation endpoint, which revokes a consent.
    package let revocation: String
}
