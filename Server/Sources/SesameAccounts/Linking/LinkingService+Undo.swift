package import Foundation
import SesameCore
import SesameWire

extension LinkingService {
    /// Makes two accounts again of the one that they were merged into, after a recent sign-in and within the app's
    /// ``App/mergeUndoLife``: the account that went is back with its uid, identities, sessions and profile, and the one
    /// that stayed has what it had, and what was changed since.
    ///
    /// The caller goes on in the account whose way to sign in they have used: with their session, or with a new one in
    /// the account that is back. A merge with a guest is undone in the session that the guest went on in, and nowhere
    /// else: nothing but a session leads to a guest's account.
    package func undoMerge(of caller: Caller, context: RequestContext) async throws(Refusal) -> LinkResult {
        try limiter?.admitChange(of: caller.session.account)
        let undo = MergeUndo(
            change: LinkChange(
                tools: tools, caller: caller, session: newSession(), now: environment.now,
                context: context))
        let outcome = try await write { transaction throws(StorageError) in try undo.run(transaction) }
        return try result(outcome, for: caller)
    }

    /// Until when the caller may undo a merge; nil where there is none to undo for them.
    package func undoEnd(of caller: Caller) async throws(Refusal) -> Date? {
        let now = environment.now
        return try await read { reader throws(StorageError) in
            let (account, app) = (caller.session.account, caller.app.id)
            let record = try reader.mergeRecord(of: account, in: app)
            guard let memory = try merges.open(record, at: now), memory.canBeUndone(in: caller.session),
                try !reader.canBeTakenBack(account, in: app, oneTimeCodes, at: now)
            else { return nil }
            return record?.expiresAt
        }
    }
}

/// One undoing of a merge: the rules, in one transaction.
private struct MergeUndo: Sendable {
    let change: LinkChange

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> LinkOutcome {
        let (caller, now) = (change.caller, change.now)
        let current = try caller.requireRecent(at: now, transaction)
        let (session, view) = (current.session, current.view)
        let record = try transaction.mergeRecord(of: view.account.id, in: caller.app.id)
        guard let memory = try change.tools.merges.open(record, at: now) else { return .refused(.nothingToUndo) }
        guard memory.canBeUndone(in: session) else { return .refused(.guestElsewhere) }
        // The undo link would lead to one of the two accounts, and a thief's new address would go with the other.
        guard
            try !transaction.canBeTakenBack(view.account.id, in: view.account.app, change.tools.oneTimeCodes, at: now)
        else { return .refused(.addressLost) }
        guard let plan = try UndoPlan(memory, of: view, at: now),
            try transaction.account(plan.restored.account.id, in: caller.app.id) == nil
        else { return .refused(.notAsMerged) }
        try carryOut(plan, memory, transaction)
        guard memory.hasBrought(session) else { return .done(.undone, plan.stays, session) }
        return try enter(plan.restored, from: session, transaction)
    }

    private func carryOut(
        _ plan: UndoPlan, _ memory: MergeMemory, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let (restored, stays) = (plan.restored.account, plan.stays.account)
        try transaction.insert(restored)
        for identity in plan.restored.identities { try transaction.move(identity, to: restored.id) }
        for login in plan.restored.logins {
            try transaction.delete(login)
            try transaction.insert(login)
        }
        let current = try transaction.details(of: stays.id, in: stays.app)
        if let details = plan.restoredDetails { try transaction.put(details) }
        if let merged = try memory.mergedDetails?.details(of: stays.id, in: stays.app), let current {
            let before = try memory.beforeDetails?.details(of: stays.id, in: stays.app)
            try transaction.put(current.without(merged, before))
        }
        // What was voided of the two while they were one stays void.
        if let limit = current?.tokensValidAfter, limit >= memory.at {
            try transaction.invalidateTokens(of: restored.id, in: restored.app, at: limit)
        }
        for session in memory.sessions { try transaction.move(SessionID(session), to: restored.id, in: restored.app) }
        try transaction.update(stays)
        try transaction.deleteTombstone(change.tools.tombstones.digest(of: restored.id, in: restored.app))
        try transaction.deleteMergeRecord(of: stays.id, in: stays.app)
        // An address that goes with its account has no way back into the other one.
        try transaction.deleteUndoLinks(
            of: stays.id, in: stays.app, butTo: plan.stays.provedAddresses, change.tools.oneTimeCodes, at: change.now)
        // Whoever came in by an identity that goes back is not to stay.
        for session in try transaction.sessions(of: stays.id, in: stays.app)
        where session.id != change.caller.session.id && session.ending == nil && memory.hasBrought(session) {
            var ended = session
            ended.end(.replaced, at: change.now)
            try transaction.update(ended)
        }
        for account in [stays.id, restored.id] {
            try change.note(.mergeUndone, of: account, detail: stays.id.description, transaction)
        }
    }

    /// A sign-out and a sign-in in one, as a switch is.
    private func enter(
        _ view: AccountView, from session: Session, _ transaction: any StorageTransaction
    ) throws(StorageError) -> LinkOutcome {
        var left = session
        left.end(.replaced, at: change.now)
        try transaction.update(left)
        try change.note(.signedOut, of: left.account, session: left.id, transaction)
        var account = view.account
        account.lastSignInAt = max(change.now, account.lastSignInAt)
        try transaction.update(account)
        let begun = try transaction.beginSession(
            change.session, for: account.id, in: change.caller.app, method: view.isAnonymous ? .anonymous : left.method,
            at: change.now, provedAt: left.authTime, context: change.context)
        return .done(.undone, view.with(account), begun)
    }
}

extension MergeMemory {
    /// Returns true if the merge may be undone in that session.
    fileprivate func canBeUndone(in session: Session) -> Bool {
        !isOfGuest || self.session.hasSameBytes(as: session.id.description)
    }

    /// Returns true if a session of the account that stayed is there by what the other account has brought.
    fileprivate func hasBrought(_ session: Session) -> Bool {
        if isOfGuest { return self.session.hasSameBytes(as: session.id.description) }
        return session.createdAt >= at
            && (returning.contains { SignInMethod($0.provider) == session.method }
                || returningLogins.contains { $0.admits(session.method) })
    }
}

extension Refusal {
    fileprivate static let nothingToUndo = Refusal(.nothingToUndo, "there is no merge that could be undone")
    fileprivate static let guestElsewhere = Refusal(
        .nothingToUndo, "a merge with a guest can be undone where the guest went on, and nowhere else")
    fileprivate static let addressLost = Refusal(
        .nothingToUndo, "the address was changed after the merge, and that change can still be undone"
    )
    fileprivate static let notAsMerged = Refusal(
        .nothingToUndo, "a way to sign in that one of the two accounts had is not there any more")
}
