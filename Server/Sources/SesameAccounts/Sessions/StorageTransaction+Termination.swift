import Foundation

extension StorageTransaction {
    /// Ends all other sessions of the session's account, and voids the pending codes and flows that depend on its
    /// sessions.
    func endOthers(than session: Session, at now: Date, context: RequestContext) throws(StorageError) {
        for other in try sessions(of: session.account, in: session.app)
        where other.id != session.id && other.isOpen(at: now) {
            try end(other, at: now, context: context)
        }
        try advance([.sessions], of: session.account, in: session.app, at: now)
    }

    /// Revokes all sessions of an account, and voids the pending codes and flows that depend on them. ID tokens and
    /// session cookies of other contracts, which back ends may hold, become void as well.
    func endAll(of account: AccountID, in app: AppID, at now: Date) throws(StorageError) {
        for session in try sessions(of: account, in: app) where session.termination == nil {
            var ended = session
            ended.end(.revoked, at: now)
            try update(ended)
        }
        try advance([.sessions], of: account, in: app, at: now)
        try invalidateTokens(of: account, in: app, at: now)
    }

    /// Invalidates the account's existing ID tokens and session cookies of other contracts.
    func invalidateTokens(of account: AccountID, in app: AppID, at now: Date) throws(StorageError) {
        var details = try details(of: account, in: app) ?? AccountMetadata(app: app, account: account)
        details.tokensValidAfter = max(now, details.tokensValidAfter ?? now)
        try put(details)
    }

    /// Returns the time before which custom tokens, which back ends sign offline, are void; nil if all are valid. No
    /// session depends on this time, so events that leave a session open count as well.
    func tokensValidAfter(of account: AccountID, in app: AppID) throws(StorageError) -> Date? {
        let events = try epochs(of: account, in: app)?.lastEvent(of: [.password, .sessions, .state])
        return [try details(of: account, in: app)?.tokensValidAfter, events].compactMap(\.self).max()
    }

}
