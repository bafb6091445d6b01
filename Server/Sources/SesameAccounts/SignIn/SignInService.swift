/// The service for sign-in and sign-up with a provider, or as a guest.
package final class SignInService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let providers: ProviderService
    let codes: CodeService
    let flows: FlowSafe
    let providerTokens: ProviderTokenSafe
    let oneTimeCodes: CodeSafe
    let ticketKey: DerivedKey

    init(
        context: ServiceContext, sessions: SessionService, providers: ProviderService, codes: CodeService,
        flows: FlowSafe, providerTokens: ProviderTokenSafe, oneTimeCodes: CodeSafe, ticketKey: DerivedKey
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
