import Foundation

extension StorageTransaction {
    /// Ends all other sessions of the session's account, and voids the account's pending codes and flows that depend on
    /// its sessions.
    func endOthers(than session: Session, at now: Date, context: RequestContext) throws(StorageError) {
        for other in try sessions(of: session.account, in: session.app)
        where other.id != session.id && other.isOpen(at: now) {
            try end(other, at: now, context: context)
        }
        try advance([.sessions], of: session.account, in: session.app, at: now)
    }

    /// Revokes all sessions of an account, and voids the pending codes and flows that depend on them. Also invalidates
    /// the account's Firebase ID tokens and session cookies, which back ends may hold.
    func endAll(of account: AccountID, in app: AppID, at now: Date) throws(StorageError) {
        for session in try sessions(of: account, in: app) where session.termination == nil {
            var ended = session
            ended.end(.revoked, at: now)
            try update(ended)
        }
        try advance([.sessions], of: account, in: app, at: now)
        try invalidateTokens(of: account, in: app, at: now)
    }

    /// Invalidates the account's Firebase ID tokens, session cookies and custom tokens that were issued before now.
    func invalidateTokens(of account: AccountID, in app: AppID, at now: Date) throws(StorageError) {
        var details = try details(of: account, in: app) ?? AccountMetadata(app: app, account: account)
        details.tokensValidAfter = max(now, details.tokensValidAfter ?? now)
        try put(details)
    }

    /// Returns the time before which the account's custom tokens, signed offline by back ends, are void; nil if all are
    /// valid. The time is that of the last token revocation, change of the password, change of the account's state, or
    /// termination of sessions for security.
    func tokensValidAfter(of account: AccountID, in app: AppID) throws(StorageError) -> Date? {
        let events = try epochs(of: account, in: app)?.lastEvent(of: [.password, .sessions, .state])
        return [try details(of: account, in: app)?.tokensValidAfter, events].compactMap(\.self).max()
    }

}
