/// The service for users' own accounts: changes of the profile, reauthentication, and disabling one's own account.
package final class AccountService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let providers: ProviderService
    let devices: PushTokenCipher
    let providerTokens: ProviderTokenCipher
    let oneTimeCodes: OneTimeCodeCipher

    init(
        context: ServiceContext, sessions: SessionService, providers: ProviderService, devices: PushTokenCipher,
        providerTokens: ProviderTokenCipher, oneTimeCodes: OneTimeCodeCipher
    ) {
        self.context = context
        self.sessions = sessions
        self.providers = providers
        self.devices = devices
        self.providerTokens = providerTokens
        self.oneTimeCodes = oneTimeCodes
    }
}
