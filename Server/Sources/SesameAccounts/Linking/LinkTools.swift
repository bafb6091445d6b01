/// What links and decisions are carried out with.
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
    /// What links and decisions are carried out with now.
    var tools: LinkTools {
        LinkTools(
            flows: flows, providerTokens: providerTokens, merges: merges, oneTimeCodes: oneTimeCodes,
            notices: codes.notices, tombstones: tombstones)
    }
}
