/// The service that enrolls, checks and removes second factors and recovery codes.
package final class SecondFactorService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let directory: AccountDirectory
    let messages: MessageService
    let codes: CodeService
    let factors: FactorSafe
    let oneTimeCodes: CodeSafe
    let flows: FlowSafe
    let ticketKey: DerivedKey
    let sessionSecrets: SessionPass
    let factorTickets: SessionPass

    init(
        context: ServiceContext, sessions: SessionService, directory: AccountDirectory, messages: MessageService,
        codes: CodeService, factors: FactorSafe, oneTimeCodes: CodeSafe, flows: FlowSafe, ticketKey: DerivedKey,
        sessionSecrets: SessionPass, factorTickets: SessionPass
    ) {
        self.context = context
        self.sessions = sessions
        self.directory = directory
        self.messages = messages
        self.codes = codes
        self.factors = factors
        self.oneTimeCodes = oneTimeCodes
        self.flows = flows
        self.ticketKey = ticketKey
        self.sessionSecrets = sessionSecrets
        self.factorTickets = factorTickets
    }
}
