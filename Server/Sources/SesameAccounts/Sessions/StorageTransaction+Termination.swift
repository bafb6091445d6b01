import Foundation

extension StorageTransaction {
    /// Ends all sessions of an account but one, and everything that was begun in them.
    func endOthers(than session: Session, at now: Date, context: RequestContext) throws(StorageError) {
        for other in try sessions(of: session.account, in: session.app)
        where other.id != session.id && other.isOpen(at: now) {
            try end(other, at: now, context: context)
        }
        try advance([.sessions], of: session.account, in: session.app, at: now)
    }

    /// Ends all sessions of an account, for safety, and everything that was begun in them. Their ID tokens and session
    /// cookies, which back ends may hold, become void.
    func endAll(of account: AccountID, in app: AppID, at now: Date) throws(StorageError) {
        for session in try sessions(of: account, in: app) where session.termination == nil {
            var ended = session
            ended.end(.revoked, at: now)
            try update(ended)
        }
        try advance([.sessions], of: account, in: app, at: now)
        try invalidateTokens(of: account, in: app, at: now)
    }

    /// Invalidates all existing tokens of other contracts.
    func invalidateTokens(of account: AccountID, in app: AppID, at now: Date) throws(StorageError) {
        var details = try details(of: account, in: app) ?? AccountMetadata(app: app, account: account)
        details.tokensValidAfter = max(now, details.tokensValidAfter ?? now)
        try put(details)
    }

    /// Returns the time before which tokens that back ends sign offline are void; nil without such a time. No session
    /// depends on it, so events that leave a session open count as well.
    func tokensValidAfter(of account: AccountID, in app: AppID) throws(StorageError) -> Date? {
        let events = try epochs(of: account, in: app)?.lastEvent(of: [.password, .sessions, .state])
        return [try details(of: account, in: app)?.tokensValidAfter, events].compactMap(\.self).max()
    }

}
