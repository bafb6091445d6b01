/// The ciphers, notices and tombstones that are needed to link identities and to resolve conflicts.
struct LinkTools: Sendable {
    let flows: FlowRecordCipher
    let providerTokens: ProviderTokenCipher
    let merges: MergeSnapshotCipher
    let oneTimeCodes: OneTimeCodeCipher
    /// The sender of email notices; nil if the server sends no email.
    let notices: Notices?
    let tombstones: Tombstones
}

extension LinkingService {
    var tools: LinkTools {
        LinkTools(
            flows: flows, providerTokens: providerTokens, merges: merges, oneTimeCodes: oneTimeCodes,
            notices: codes.notices, tombstones: tombstones)
    }
}
