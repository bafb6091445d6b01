import SesameTokens

/// An emulator of providers that accepts invented credentials, for servers that are used only in tests.
protocol CredentialStandIn: Sendable {
    /// Returns the identity that the credential states; nil if a provider has to verify it.
    func emulated(_ credential: ProviderCredential, for app: App) throws(AccountError) -> VerifiedIdentity?
}
