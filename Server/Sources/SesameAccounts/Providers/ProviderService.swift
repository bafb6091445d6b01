/// The service that verifies providers' credentials, exchanges their codes and revokes consents.
package final class ProviderService: Service {
    let context: ServiceContext
    let credentials: CredentialVerifier
    let codes: (any ProviderCodeExchange)?
    let nonces: NonceIssuer
    let providerTokens: ProviderTokenCipher
    let emulator: (any CredentialEmulator)?

    init(
        context: ServiceContext, credentials: CredentialVerifier, codes: (any ProviderCodeExchange)?,
        nonces: NonceIssuer,
        providerTokens: ProviderTokenCipher, emulator: (any CredentialEmulator)?
    ) {
        self.context = context
        self.credentials = credentials
        self.codes = codes
        self.nonces = nonces
        self.providerTokens = providerTokens
        self.emulator = emulator
    }
}
