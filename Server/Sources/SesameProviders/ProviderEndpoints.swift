/// A provider's addresses for a sign-in by browser.
public struct ProviderEndpoints: Sendable, Hashable {
    /// Where a browser is sent.
    public let authorization: String
    /// Where a code becomes tokens.
    public let token: String
    /// Where a consent is taken back.
    public let revocation: String
}
