/// The service that enrolls, checks and removes second factors and recovery codes.
package final class SecondFactorService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let directory: AccountDirectory
    let messages: MessageService
    let codes: CodeService
    let factors: SecondFactorCipher
    let oneTimeCodes: OneTimeCodeCipher
    let flows: FlowRecordCipher
    let ticketKey: DerivedKey
    let sessionSecrets: SignedSessionID
    let factorTickets: SignedSessionID

    init(
        context: ServiceContext, sessions: SessionService, directory: AccountDirectory, messages: MessageService,
        codes: CodeService, factors: SecondFactorCipher, oneTimeCodes: OneTimeCodeCipher, flows: FlowRecordCipher,
        ticketKey: DerivedKey,
        sessionSecrets: SignedSessionID, factorTickets: SignedSessionID
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
