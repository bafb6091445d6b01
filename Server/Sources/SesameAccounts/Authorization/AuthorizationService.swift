/// The service for sign-in in a browser, on the server's own pages and for clients that use `/authorize`.
package final class AuthorizationService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let providers: ProviderService
    let secondFactors: SecondFactorService
    let linking: LinkingService
    let logins: LocalCredentialService
    let credentials: CredentialVerifier
    let flows: FlowRecordCipher
    let flowStates: OAuthStateCipher
    let ticketKey: DerivedKey
    let web: WebKeys

    init(
        context: ServiceContext, sessions: SessionService, providers: ProviderService,
        secondFactors: SecondFactorService, linking: LinkingService, logins: LocalCredentialService,
        credentials: CredentialVerifier, flows: FlowRecordCipher, flowStates: OAuthStateCipher, ticketKey: DerivedKey,
        web: WebKeys
    ) {
        self.context = context
        self.sessions = sessions
        self.providers = providers
        self.secondFactors = secondFactors
        self.linking = linking
        self.logins = logins
        self.credentials = credentials
        self.flows = flows
        self.flowStates = flowStates
        self.ticketKey = ticketKey
        self.web = web
    }
}
