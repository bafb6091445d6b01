/// The service for one-time secrets that a client exchanges for a session.
package final class GrantService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let codes: CodeService
    let authorization: AuthorizationService
    let flows: FlowRecordCipher
    let ticketKey: DerivedKey

    init(
        context: ServiceContext, sessions: SessionService, codes: CodeService, authorization: AuthorizationService,
        flows: FlowRecordCipher, ticketKey: DerivedKey
    ) {
        self.context = context
        self.sessions = sessions
        self.codes = codes
        self.authorization = authorization
        self.flows = flows
        self.ticketKey = ticketKey
    }
}
