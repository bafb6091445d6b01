/// The service for sign-in and sign-up with a provider, or as a guest.
package final class SignInService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let providers: ProviderService
    let codes: CodeService
    let flows: FlowRecordCipher
    let providerTokens: ProviderTokenCipher
    let oneTimeCodes: OneTimeCodeCipher
    let ticketKey: DerivedKey

    init(
        context: ServiceContext, sessions: SessionService, providers: ProviderService, codes: CodeService,
        flows: FlowRecordCipher, providerTokens: ProviderTokenCipher, oneTimeCodes: OneTimeCodeCipher,
        ticketKey: DerivedKey
    ) {
        self.context = context
        self.sessions = sessions
        self.providers = providers
        self.codes = codes
        self.flows = flows
        self.providerTokens = providerTokens
        self.oneTimeCodes = oneTimeCodes
        self.ticketKey = ticketKey
    }
}
