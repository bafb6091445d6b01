/// The service that links and unlinks identities, resolves conflicts, merges accounts and undoes merges.
package final class LinkingService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let providers: ProviderService
    let codes: CodeService
    let flows: FlowRecordCipher
    let providerTokens: ProviderTokenCipher
    let merges: MergeSnapshotCipher
    let oneTimeCodes: OneTimeCodeCipher

    init(
        context: ServiceContext, sessions: SessionService, providers: ProviderService, codes: CodeService,
        flows: FlowRecordCipher, providerTokens: ProviderTokenCipher, merges: MergeSnapshotCipher,
        oneTimeCodes: OneTimeCodeCipher
    ) {
        self.context = context
        self.sessions = sessions
        self.providers = providers
        self.codes = codes
        self.flows = flows
        self.providerTokens = providerTokens
        self.merges = merges
        self.oneTimeCodes = oneTimeCodes
    }
}
