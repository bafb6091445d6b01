/// The endpoints of a provider for a sign-in in a browser.
package struct ProviderEndpoints: Sendable, Hashable {
    /// The authorization endpoint, for browsers.
    package let authorization: String
    /// The token endpoint, at which a code is exchanged for tokens.
    package let token: String
    /// The revocation endpoint, at which a consent is revoked.
    package let revocation: String
}
