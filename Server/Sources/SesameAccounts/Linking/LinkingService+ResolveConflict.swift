import Foundation
package import SesameCore
import SesameWire

extension LinkingService {
    /// Carries out the user's decision about an identity that belongs to another account.
    ///
    /// A ticket is valid once, in the caller's session only, while the identity's account is the same and a merge would
    /// match its preview. Otherwise `resolveConflict` throws `ticketExpired`. After a refused merge the ticket remains
    /// valid for a different decision.
    package func resolveConflict(
        _ choice: ConflictChoice, with ticket: Secret, of caller: Caller, context: RequestContext
    ) async throws(AccountError) -> LinkResult {
        try limiter?.admitChange(of: caller.session.account)
        let decision = ConflictTransaction(
            change: AccountLinker(
                tools: tools, caller: caller, session: newSession(), now: environment.now,
                context: context),
            ticket: digest(ticket.exposed.utf8), choice: choice)
        let outcome = try await write { transaction throws(StorageError) in try decision.run(transaction) }
        return try result(outcome, for: caller)
    }
}

/// The transaction that uses a ticket for one decision.
private struct ConflictTransaction: Sendable {
    let change: AccountLinker
    let ticket: [UInt8]
    let choice: ConflictChoice

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> LinkOutcome {
        let current = try change.caller.requireCurrent(at: change.now, transaction)
        let record = try transaction.flow(ticket)
        guard let ticket = try change.tools.flows.open(record, as: ConflictTicket.self, at: change.now, transaction),
            ticket.isFor(change.caller)
        else { return .refused(.ticketExpired) }
        let app = change.caller.app.id
        let identity = try transaction.identity(ticket.provider, subject: ticket.subject, in: app)
        guard let identity, identity.account == AccountID(ticket.owner),
            let owner = try transaction.view(of: identity.account, in: app)
        else {
            try transaction.deleteFlow(self.ticket)
            return .refused(.ticketExpired)
        }
        let conflict = IdentityConflict(
            view: current.view, session: current.session, owner: owner, provider: ticket.provider,
            provedAt: ticket.provedAt)
        if choice == .merge {
            if let refusal = try change.refusalOfMerge(conflict, transaction) { return .refused(refusal) }
            guard ticket.allowsMerge(of: current.view, with: owner, in: change.caller.app, at: change.now) else {
                try transaction.deleteFlow(self.ticket)
                return .refused(.ticketExpired)
            }
        }
        guard owner.account.disabledAt == nil else { return .refused(.disabledConflict) }
        guard !identity.status.isDisabled else { return .refused(.disabledByProvider) }
        let outcome = try change.carryOut(choice, conflict, transaction)
        if case .done = outcome { try transaction.deleteFlow(self.ticket) }
        return outcome
    }
}

extension ConflictTicket {
    /// Returns true if a merge would absorb the previewed account, or is impossible. An impossible merge is refused
    /// later, with a specific error.
    fileprivate func allowsMerge(of caller: AccountRecord, with owner: AccountRecord, in app: App, at now: Date) -> Bool
    {
        guard let plan = try? MergePlan(of: caller, with: owner, in: app, at: now) else { return true }
        return goes.map(plan.goes.description.hasSameBytes) ?? false
    }
}

extension AccountError {
    fileprivate static let ticketExpired = AccountError(.ticketExpired, "the ticket is unknown, used or expired")
}
