import Foundation
import SesameWire

extension DeletionService {
    /// Deletes the caller's account with all its data, in one transaction, after a recent sign-in. The revocation of
    /// the user's consents at providers is scheduled.
    package func deleteAccount(
        of caller: Caller, context: RequestContext
    ) async throws(AccountError) -> DeletionReceipt {
        let now = environment.now
        let (app, account) = (caller.app.id, caller.session.account)
        let deletion = try await write { [self] transaction throws(StorageError) in
            guard try transaction.account(account, in: app) != nil else { throw .refused(.deleted) }
            let view = try caller.requireRecent(at: now, transaction).view
            return try delete(view, at: now, context: context, transaction)
        }
        return try await complete(deletion)
    }

    /// Records a deletion in the journal, and returns its receipt. The deletion is acknowledged only after the journal
    /// has it, because a restored backup then no longer undoes it.
    func complete(_ deletion: Deletion) async throws(AccountError) -> DeletionReceipt {
        try await note([deletion])
        return deletion.receipt
    }

    /// Records deletions in the journal; throws if that fails. The journal then writes them with its next entries or at
    /// the next clean-up. After a restart, the server restores them from the tombstones in the database.
    func note(_ deletions: [Deletion]) async throws(AccountError) {
        guard let journal, !deletions.isEmpty else { return }
        do throws(StorageError) {
            try await journal.append(deletions.map(\.tombstone))
        } catch {
            throw AccountError(error)
        }
    }

    /// Deletes an account with all its data, and schedules the revocation of its consents at providers.
    func delete(
        _ view: AccountRecord, cause: Tombstone.Cause = .deleted, at now: Date, context: RequestContext,
        _ transaction: any StorageTransaction
    ) throws(StorageError) -> Deletion {
        let (app, account) = (view.account.app, view.account.id)
        let tokens = try transaction.providerTokens(of: account, in: app)
        for identity in view.identities { try transaction.revokeConsents(of: identity, at: now) }
        try transaction.delete(account, in: app)
        let tombstone = Tombstone(digest: tombstones.digest(of: account, in: app), at: now, cause: cause)
        try transaction.insert(tombstone)
        try transaction.insert(
            SecurityEvent(
                kind: .accountDeleted, app: app, account: account, session: nil, at: now,
                context: context))
        return Deletion(
            tombstone: tombstone,
            receipt: DeletionReceipt(
                manualRevocation: view.identities.filter { isLeftToItsPerson($0, tokens) }.map(\.provider)))
    }

    /// Returns true if only the user can revoke the consent behind the identity.
    private func isLeftToItsPerson(_ identity: Identity, _ tokens: [SealedProviderToken]) -> Bool {
        definitions[identity.provider]?.keepsConsents == true
            && !tokens.contains {
                $0.provider == identity.provider && $0.subject.hasSameBytes(as: identity.subject)
            }
    }
}
