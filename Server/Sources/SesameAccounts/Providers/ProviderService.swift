/// The service that verifies providers' credentials, exchanges their codes and revokes consents.
package final class ProviderService: Service {
    let context: ServiceContext
    let credentials: CredentialVerifier
    let codes: (any ProviderCodeExchange)?
    let nonces: NonceIssuer
    let providerTokens: ProviderTokenCipher
    let standIn: (any CredentialStandIn)?

    init(
        context: ServiceContext, credentials: CredentialVerifier, codes: (any ProviderCodeExchange)?,
        nonces: NonceIssuer,
        providerTokens: ProviderTokenCipher, standIn: (any CredentialStandIn)?
    ) {
        self.context = context
        self.credentials = credentials
        self.codes = codes
        self.nonces = nonces
        self.providerTokens = providerTokens
        self.standIn = standIn
    }
}
