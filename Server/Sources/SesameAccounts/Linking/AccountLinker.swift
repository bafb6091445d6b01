import Foundation
import SesameCore

/// The conflict when a user links an identity that belongs to another account.
struct IdentityConflict: Sendable {
    /// The caller's account.
    let view: AccountRecord
    let session: Session
    /// The account that the identity belongs to.
    let owner: AccountRecord
    let provider: Provider
    let provedAt: Date
}

/// The changes to accounts and sessions when an identity is linked or a conflict resolved.
struct AccountLinker: Sendable {
    let tools: LinkTools
    let caller: Caller
    /// The id of the new session, if the change begins one.
    let session: SessionSeed
    let now: Date
    let context: RequestContext
    /// True if a new session begins at once; false only reserves its id.
    var keepsSession = true

    func carryOut(
        _ choice: ConflictChoice, _ conflict: IdentityConflict, _ transaction: any StorageTransaction
    ) throws(StorageError) -> LinkOutcome {
        guard choice == .keep || conflict.owner.factors.isEmpty else { return .refused(.factorConflict) }
        switch choice {
        case .keep:
            try note(.linkKept, of: conflict.view.account.id, transaction)
            return .done(.kept, conflict.view, conflict.session)
        case .switch: return try enter(conflict, transaction)
        case .merge: return try merge(conflict, transaction)
        }
    }

    /// Signs out of the caller's account, and signs in to the account that the identity belongs to. The caller's
    /// account is not changed, even if it is a guest account.
    private func enter(
        _ conflict: IdentityConflict, _ transaction: any StorageTransaction
    ) throws(StorageError) -> LinkOutcome {
        var left = conflict.session
        left.end(.replaced, at: now)
        try transaction.update(left)
        try note(.signedOut, of: left.account, session: left.id, transaction)
        var account = conflict.owner.account
        account.lastSignInAt = max(now, account.lastSignInAt)
        try transaction.update(account)
        let begun = try begin(for: account.id, with: conflict.provider, provedAt: conflict.provedAt, transaction)
        return .done(.switched, conflict.owner.with(account), begun)
    }

    /// Merges the accounts. The absorbed account's sessions move to the survivor and end, because their devices have a
    /// uid that no longer exists. The caller keeps the current session; a guest gets a new one. A snapshot of both
    /// accounts is stored for as long as the merge can be undone.
    private func merge(
        _ conflict: IdentityConflict, _ transaction: any StorageTransaction
    ) throws(StorageError) -> LinkOutcome {
        let plan: MergePlan
        do throws(AccountError) {
            plan = try MergePlan(of: conflict.view, with: conflict.owner, in: caller.app, at: now)
        } catch {
            return .refused(error)
        }
        if let refusal = try refusalOfMerge(conflict, transaction) { return .refused(refusal) }
        var (account, goes) = (plan.result.account, plan.goes)
        let isOfGuest = goes == caller.session.account
        if isOfGuest { account.lastSignInAt = max(now, account.lastSignInAt) }
        let moved = try transaction.sessions(of: goes, in: account.app)
        try endSessions(of: goes, .merged, transaction)
        let details = try mergeDetails(of: goes, into: account.id, transaction)
        try transaction.move(goes, to: account.id, in: account.app)
        try transaction.delete(goes, in: account.app)
        try transaction.insert(
            Tombstone(digest: tools.tombstones.digest(of: goes, in: account.app), at: now, cause: .merged))
        for merged in [account.id, goes] {
            try note(.accountsMerged, of: merged, detail: account.id.description, transaction)
        }
        try transaction.update(account)
        if !isOfGuest { try tools.notices?.tellOfAddedMethod(to: conflict.view, of: caller.app, at: now, transaction) }
        let session =
            isOfGuest
            ? try begin(for: account.id, with: conflict.provider, provedAt: conflict.provedAt, transaction)
            : conflict.session
        if caller.app.mergeUndoPeriod > 0 {
            let (stays, other) =
                isOfGuest ? (conflict.owner, conflict.view) : (conflict.view, conflict.owner)
            let memory = MergeSnapshot(
                of: stays, with: other, as: account, details: details, sessions: moved, goingOnIn: session, at: now)
            try transaction.put(
                try tools.merges.record(
                    memory, of: account.id, in: account.app, until: now.addingTimeInterval(caller.app.mergeUndoPeriod)))
        }
        return .done(.merged, plan.result.with(account), session)
    }

    /// Returns the error if the caller's account must not absorb the identity's account because of its email addresses;
    /// otherwise nil.
    ///
    /// The identity that the caller has just presented must prove every proved address of the absorbed account, and
    /// every address with an undo link to that account. Otherwise a thief in the absorbed account could merge it into
    /// their own, whose addresses would take precedence.
    func refusalOfMerge(
        _ conflict: IdentityConflict, _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountError? {
        guard !conflict.view.isAnonymous else { return nil }
        let (goes, app) = (conflict.owner, conflict.owner.account.app)
        let shown = goes.identities.first { $0.provider == conflict.provider }?.provedAddress
        let links = try transaction.undoLinks(of: goes.account.id, in: app, tools.oneTimeCodes, at: now).links
        let owners = goes.provedAddresses.union(links.map(\.content.name)).subtracting(shown.map { [$0] } ?? [])
        return owners.isEmpty ? nil : .unshownAddress
    }

    /// Merges the metadata of the absorbed account into the survivor's. Returns the metadata of both accounts before
    /// the merge, and the survivor's after it.
    private func mergeDetails(
        of goes: AccountID, into stays: AccountID, _ transaction: any StorageTransaction
    ) throws(StorageError) -> MergedMetadata {
        let app = caller.app.id
        let own = try transaction.details(of: stays, in: app)
        guard let lost = try transaction.details(of: goes, in: app) else {
            return MergedMetadata(goes: nil, before: own, merged: own)
        }
        let merged = (own ?? AccountMetadata(app: app, account: stays)).merged(with: lost)
        try transaction.put(merged)
        return MergedMetadata(goes: lost, before: own, merged: merged)
    }

    func begin(
        for account: AccountID, with provider: Provider, provedAt: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Session {
        try begin(for: account, by: AuthenticationMethod(provider), provedAt: provedAt, transaction)
    }

    func begin(
        for account: AccountID, by method: AuthenticationMethod, provedAt: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Session {
        try transaction.beginSession(
            session, for: account, in: caller.app, method: method, at: now, provedAt: provedAt, context: context,
            isKept: keepsSession)
    }

    func endSessions(
        of account: AccountID, _ reason: Session.EndReason, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        for session in try transaction.sessions(of: account, in: caller.app.id) where session.termination == nil {
            var ended = session
            ended.end(reason, at: now)
            try transaction.update(ended)
        }
    }

    func note(
        _ kind: SecurityEvent.Kind, of account: AccountID, session: SessionID? = nil, detail: String? = nil,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        try transaction.insert(
            SecurityEvent(
                kind: kind, app: caller.app.id, account: account, session: session ?? caller.session.id, at: now,
                context: context, detail: detail))
    }
}

extension AccountError {
    fileprivate static let unshownAddress = AccountError(
        .invalidTransition,
        "the other account has or recently had an email address that this sign-in does not prove; sign in to it and "
            + "link from there",
        field: "email")
}
