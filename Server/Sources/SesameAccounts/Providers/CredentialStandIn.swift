import SesameTokens

/// Takes made-up credentials in the place of providers, where a server is nothing but a stand-in for tests.
protocol CredentialStandIn: Sendable {
    /// The identity that the credential states; nil for one that a provider has to verify.
    func emulated(_ credential: ProviderCredential, for app: App) throws(Refusal) -> VerifiedIdentity?
}
