import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// That a person has proved to have two accounts, and may decide what becomes of them. Kept sealed, as the steps of a
/// browser's sign-in are; the ticket itself is only ever the caller's.
///
/// It stands for the recent sign-in that the link needed, so a decision needs none of its own.
struct ConflictTicket: FlowContent {
    static let stage = FlowRecord.Stage.conflict
    /// The seconds that a user has to decide.
    static let life: TimeInterval = 10 * 60
    /// The beginning of every ticket, so that secret scanners find it.
    private static let prefix = "ct_"

    let app: String
    /// The account that the identity was to be linked to, and the session: only they may use the ticket.
    let caller: String
    let session: String
    /// The account that the identity had. The ticket is void when that has changed.
    let owner: String
    let provider: Provider
    let subject: String
    /// The account that a merge takes away, as the preview had it; nil where there was none.
    let goes: String?
    /// The time at which the identity was proved.
    let provedAt: Date
    /// The mark of the identity's account. The caller's session guards the caller's account.
    let mark: AccountMark?

    init(
        _ identity: Identity, caller: Caller, preview: MergePlan?, at now: Date, _ reader: any StorageReader
    ) throws(StorageError) {
        app = identity.app.description
        self.caller = caller.session.account.description
        session = caller.session.id.description
        goes = preview?.goes.description
        owner = identity.account.description
        provider = identity.provider
        subject = identity.subject
        provedAt = now
        mark = try reader.mark(identity.account, in: identity.app, endedBy: .all)
    }

    var endedBy: Set<Epoch> { .all }

    /// Returns true if the caller is who may use the ticket.
    func isFor(_ caller: Caller) -> Bool {
        app.hasSameBytes(as: caller.app.id.description)
            && self.caller.hasSameBytes(as: caller.session.account.description)
            && session.hasSameBytes(as: caller.session.id.description)
    }

    /// A ticket, from 32 random bytes.
    static func secret(_ random: [UInt8]) -> Secret {
        Secret(prefix + Base64URL.encode(random))
    }
}
