import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// The content of a conflict's ticket: evidence that a user owns two accounts and may resolve the conflict between
/// them. The server stores it encrypted, like the steps of a browser's sign-in; only the caller has the ticket itself.
///
/// The link already required a recent sign-in, so the decision does not require another one.
struct ConflictTicket: FlowPayload {
    static let stage = FlowRecord.Stage.conflict
    /// The lifetime of a ticket, in seconds.
    static let lifetime: TimeInterval = 10 * 60
    /// The prefix of every ticket. Secret scanners search for it.
    private static let prefix = "ct_"

    let app: String
    /// The caller's account. The ticket can be used only with this account and session.
    let caller: String
    let session: String
    /// The account that the identity belongs to. The ticket is void once the identity belongs to another account.
    let owner: String
    let provider: Provider
    let subject: String
    /// The account that the previewed merge would absorb; nil if the accounts cannot be merged.
    let goes: String?
    /// The time at which the identity was verified.
    let provedAt: Date
    /// The epochs of the identity's account; a change voids the ticket. The caller's account needs no mark, because the
    /// ticket is bound to the caller's session.
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

    /// Returns true if the ticket was issued to the caller's account and session.
    func isFor(_ caller: Caller) -> Bool {
        app.hasSameBytes(as: caller.app.id.description)
            && self.caller.hasSameBytes(as: caller.session.account.description)
            && session.hasSameBytes(as: caller.session.id.description)
    }

    /// Returns the text of a ticket from 32 random bytes.
    static func secret(_ random: [UInt8]) -> Secret {
        Secret(prefix + Base64URL.encode(random))
    }
}
