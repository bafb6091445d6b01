/// The safes and notices of a link or a decision.
struct LinkTools: Sendable {
    let flows: FlowSafe
    let providerTokens: ProviderTokenSafe
    let merges: MergeSafe
    let oneTimeCodes: CodeSafe
    /// For what people are mailed about it; nil where the server sends no mail.
    let notices: Notices?
    let tombstones: Tombstones
}

extension LinkingService {
    /// The tools of this service.
    var tools: LinkTools {
        LinkTools(
            flows: flows, providerTokens: providerTokens, merges: merges, oneTimeCodes: oneTimeCodes,
            notices: codes.notices, tombstones: tombstones)
    }
}
