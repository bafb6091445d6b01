import SesameTokens

/// An emulator of providers that accepts credentials without a signature, for servers that are used only in tests.
protocol CredentialEmulator: Sendable {
    /// Returns the identity in an emulated credential; nil if a provider has to verify the credential.
    func emulated(_ credential: ProviderCredential, for app: App) throws(AccountError) -> VerifiedIdentity?
}
