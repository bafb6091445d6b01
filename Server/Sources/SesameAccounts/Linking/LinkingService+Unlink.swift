import Foundation
import SesameCore

extension LinkingService {
    /// Unlinks a provider's identity from the caller's account, after a recent sign-in, and ends all other sessions, so
    /// that a stranger with the identity is signed out. Afterwards no identity is linked to the account by its email
    /// address; otherwise the same identity would return at its next sign-in. A revocation of the user's consent at the
    /// provider is scheduled.
    ///
    /// Throws ``AccountError/lastCertainWayIn`` for the account's last reliable sign-in method. Without it the account
    /// would be inaccessible, or accessible only to a stranger.
    package func unlink(
        _ provider: Provider, from caller: Caller, context: RequestContext
    ) async throws(AccountError) {
        let removal = try removal(of: provider, from: caller, context: context)
        try await write { transaction throws(StorageError) in try removal.run(transaction) }
    }

    func removal(
        of provider: Provider, from caller: Caller, context: RequestContext
    ) throws(AccountError) -> IdentityRemoval {
        try limiter?.admitChange(of: caller.session.account)
        return IdentityRemoval(
            provider: provider, caller: caller, now: environment.now, context: context, notices: codes.notices)
    }
}

/// The transaction that removes one identity, with all checks.
struct IdentityRemoval: Sendable {
    let provider: Provider
    let caller: Caller
    let now: Date
    let context: RequestContext
    let notices: Notices?

    func run(_ transaction: any StorageTransaction) throws(StorageError) {
        let current = try caller.requireRecent(at: now, transaction)
        let (session, view) = (current.session, current.view)
        guard let identity = view.identities.first(where: { $0.provider == provider }) else {
            throw .refused(.noSuchIdentity)
        }
        guard view.keepsWayIn(without: [identity]) else { throw .refused(.lastCertainWayIn) }
        var account = view.account
        account.allowsEmailLinking = false
        try transaction.update(account)
        // The merge can no longer be undone, because its two accounts can no longer be separated.
        try transaction.deleteMergeRecord(of: account.id, in: account.app)
        try transaction.endOthers(than: session, at: now, context: context)
        try transaction.unlink(identity, session: caller.session.id, at: now, context: context)
        try notices?.tellOfLoss(of: identity, from: view, of: caller.app, at: now, transaction)
    }
}

extension AccountError {
    /// The error if the account has no identity of the provider, or no local credential of the kind.
    package static let noSuchIdentity = AccountError(.notFound, "the account has no such identity")
    /// The error for a removal of the last reliable sign-in method. See ``AccountRecord/keepsWayIn(without:_:)``.
    package static let lastCertainWayIn = AccountError(
        .lastMethod,
        "it is the account's only reliable sign-in method; first add another one, or verify the email address")
}
