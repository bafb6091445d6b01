import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// The proof that a user owns two accounts and may resolve the conflict between them. The server stores it encrypted,
/// like the steps of a browser's sign-in; only the caller has the ticket itself.
///
/// It replaces the recent sign-in that the link needed, so a decision needs none of its own.
struct ConflictTicket: FlowPayload {
    static let stage = FlowRecord.Stage.conflict
    /// The lifetime of a ticket, in seconds.
    static let lifetime: TimeInterval = 10 * 60
    /// The prefix of every ticket. Secret scanners search for it.
    private static let prefix = "ct_"

    let app: String
    /// The caller's account and session: only they may use the ticket.
    let caller: String
    let session: String
    /// The identity's account. The ticket is void if that has changed.
    let owner: String
    let provider: Provider
    let subject: String
    /// The account that the previewed merge would absorb; nil without a possible merge.
    let goes: String?
    /// The time at which the identity was verified.
    let provedAt: Date
    /// The mark of the identity's account. The caller's account is protected by the caller's session.
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

    /// Returns true if the caller may use the ticket.
    func isFor(_ caller: Caller) -> Bool {
        app.hasSameBytes(as: caller.app.id.description)
            && self.caller.hasSameBytes(as: caller.session.account.description)
            && session.hasSameBytes(as: caller.session.id.description)
    }

    /// Creates a ticket from 32 random bytes.
    static func secret(_ random: [UInt8]) -> Secret {
        Secret(prefix + Base64URL.encode(random))
    }
}
