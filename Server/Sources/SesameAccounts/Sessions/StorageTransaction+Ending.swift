import Foundation

extension StorageTransaction {
    /// Ends all sessions of an account but one, and what was begun in them.
    func endOthers(than session: Session, at now: Date, context: RequestContext) throws(StorageError) {
        for other in try sessions(of: session.account, in: session.app)
        where other.id != session.id && other.isOpen(at: now) {
            try end(other, at: now, context: context)
        }
        try advance([.sessions], of: session.account, in: session.app, at: now)
    }

    /// Ends all sessions of an account, for safety, and what was begun in them. What back ends hold of them, ID tokens and
    /// session cookies, is void from now on.
    func endAll(of account: AccountID, in app: AppID, at now: Date) throws(StorageError) {
        for session in try sessions(of: account, in: app) where session.ending == nil {
            var ended = session
            ended.end(.revoked, at: now)
            try update(ended)
        }
        try advance([.sessions], of: account, in: app, at: now)
        try invalidateTokens(of: account, in: app, at: now)
    }

    /// From now on tokens of other contracts are no good that were made before.
    func invalidateTokens(of account: AccountID, in app: AppID, at now: Date) throws(StorageError) {
        var details = try details(of: account, in: app) ?? AccountDetails(app: app, account: account)
        details.tokensValidAfter = max(now, details.tokensValidAfter ?? now)
        try put(details)
    }

    /// Returns the time before which tokens that back ends sign offline are void; nil if none is. No session depends on
    /// these, so events that leave a session open count as well.
    func tokensValidAfter(of account: AccountID, in app: AppID) throws(StorageError) -> Date? {
        let events = try epochs(of: account, in: app)?.lastEvent(of: [.password, .sessions, .state])
        return [try details(of: account, in: app)?.tokensValidAfter, events].compactMap(\.self).max()
    }

}
