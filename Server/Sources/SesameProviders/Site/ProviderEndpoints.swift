/// A provider's addresses for a sign-in by browser.
package struct ProviderEndpoints: Sendable, Hashable {
    /// Where a browser is sent.
    package let authorization: String
    /// Where a code becomes tokens.
    package let token: String
    /// Where a consent is taken back.
    package let revocation: String
}
