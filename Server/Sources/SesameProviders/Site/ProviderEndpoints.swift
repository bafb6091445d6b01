/// A provider's addresses for a sign-in by browser.
package struct ProviderEndpoints: Sendable, Hashable {
    /// The address for browsers.
    package let authorization: String
    /// The address at which a code becomes tokens.
    package let token: String
    /// The address at which a consent is revoked.
    package let revocation: String
}
