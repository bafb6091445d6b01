package import Foundation
import SesameCore
import SesameWire

extension LinkingService {
    /// Undoes the merge of two accounts, after a recent sign-in and within the app's ``App/mergeUndoPeriod``. The
    /// absorbed account gets its uid, sign-in methods and profile back, and its sessions, which stay ended. The
    /// survivor keeps its own data and all later changes.
    ///
    /// The caller continues in the account whose sign-in method they used: with their session, or with a new one in the
    /// restored account. A merge with a guest can be undone only in the session in which the guest continued, because
    /// nothing but a session gives access to a guest account.
    ///
    /// Throws `nothingToUndo` if there is no merge that this caller can undo.
    package func undoMerge(of caller: Caller, context: RequestContext) async throws(AccountError) -> LinkResult {
        try limiter?.admitChange(of: caller.session.account)
        let undo = MergeUndoTransaction(
            change: AccountLinker(
                tools: tools, caller: caller, session: newSession(), now: environment.now,
                context: context))
        let outcome = try await write { transaction throws(StorageError) in try undo.run(transaction) }
        return try result(outcome, for: caller)
    }

    /// Returns the time until which the caller may undo a merge; nil if there is no merge that the caller may undo.
    package func undoEnd(of caller: Caller) async throws(AccountError) -> Date? {
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

/// The transaction that undoes one merge, with all checks.
private struct MergeUndoTransaction: Sendable {
    let change: AccountLinker

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> LinkOutcome {
        let (caller, now) = (change.caller, change.now)
        let current = try caller.requireRecent(at: now, transaction)
        let (session, view) = (current.session, current.view)
        let record = try transaction.mergeRecord(of: view.account.id, in: caller.app.id)
        guard let memory = try change.tools.merges.open(record, at: now) else { return .refused(.nothingToUndo) }
        guard memory.canBeUndone(in: session) else { return .refused(.guestElsewhere) }
        // After the undo, a recovery link would lead to only one of the two accounts, and a thief's new address could
        // move with the other.
        guard
            try !transaction.canBeTakenBack(view.account.id, in: view.account.app, change.tools.oneTimeCodes, at: now)
        else { return .refused(.addressLost) }
        guard let plan = try MergeUndoPlan(memory, of: view, at: now),
            try transaction.account(plan.restored.account.id, in: caller.app.id) == nil
        else { return .refused(.notAsMerged) }
        try carryOut(plan, memory, transaction)
        guard memory.hasBrought(session) else { return .done(.undone, plan.stays, session) }
        return try enter(plan.restored, from: session, transaction)
    }

    private func carryOut(
        _ plan: MergeUndoPlan, _ memory: MergeSnapshot, _ transaction: any StorageTransaction
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
        // Tokens that were revoked after the merge stay revoked in both accounts.
        if let limit = current?.tokensValidAfter, limit >= memory.at {
            try transaction.invalidateTokens(of: restored.id, in: restored.app, at: limit)
        }
        for session in memory.sessions { try transaction.move(SessionID(session), to: restored.id, in: restored.app) }
        try transaction.update(stays)
        try transaction.deleteTombstone(change.tools.tombstones.digest(of: restored.id, in: restored.app))
        try transaction.deleteMergeRecord(of: stays.id, in: stays.app)
        // An address that returns to its account must not recover the other one.
        try transaction.deleteUndoLinks(
            of: stays.id, in: stays.app, butTo: plan.stays.provedAddresses, change.tools.oneTimeCodes, at: change.now)
        // Sessions that began with a returning identity must not stay in this account.
        for session in try transaction.sessions(of: stays.id, in: stays.app)
        where session.id != change.caller.session.id && session.termination == nil && memory.hasBrought(session) {
            var ended = session
            ended.end(.replaced, at: change.now)
            try transaction.update(ended)
        }
        for account in [stays.id, restored.id] {
            try change.note(.mergeUndone, of: account, detail: stays.id.description, transaction)
        }
    }

    /// Ends the caller's session in the surviving account, and begins a session in the restored one.
    private func enter(
        _ view: AccountRecord, from session: Session, _ transaction: any StorageTransaction
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

extension MergeSnapshot {
    /// Returns true if the merge may be undone in the session: in any session of the account or, if a guest was
    /// absorbed, only in the session in which the guest continued.
    fileprivate func canBeUndone(in session: Session) -> Bool {
        !isOfGuest || self.session.hasSameBytes(as: session.id.description)
    }

    /// Returns true if the session began after the merge with a sign-in method of the absorbed account or, if a guest
    /// was absorbed, if the guest continued in the session.
    fileprivate func hasBrought(_ session: Session) -> Bool {
        if isOfGuest { return self.session.hasSameBytes(as: session.id.description) }
        return session.createdAt >= at
            && (returning.contains { AuthenticationMethod($0.provider) == session.method }
                || returningCredentials.contains { $0.admits(session.method) })
    }
}

extension AccountError {
    fileprivate static let nothingToUndo = AccountError(.nothingToUndo, "there is no merge to undo")
    fileprivate static let guestElsewhere = AccountError(
        .nothingToUndo, "a merge with a guest can be undone only in the session in which the guest continued")
    fileprivate static let addressLost = AccountError(
        .nothingToUndo, "the account has lost an email address, and this loss can still be undone"
    )
    fileprivate static let notAsMerged = AccountError(
        .nothingToUndo, "a sign-in method that one of the two accounts had no longer exists")
}
