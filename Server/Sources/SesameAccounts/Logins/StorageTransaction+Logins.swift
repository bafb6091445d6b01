import Foundation

extension StorageTransaction {
    /// Ends all sessions of an account but one.
    func endOthers(than session: Session, at now: Date, context: RequestContext) throws(StorageError) {
        for other in try sessions(of: session.account, in: session.app) where other.id != session.id {
            try end(other, at: now, context: context)
        }
    }

    /// Ends all sessions of an account, for safety.
    func endAll(of account: AccountID, in app: AppID, at now: Date) throws(StorageError) {
        for session in try sessions(of: account, in: app) where session.ending == nil {
            var ended = session
            ended.end(.revoked, at: now)
            try update(ended)
        }
    }

    /// From now on tokens of other contracts are no good that were made before.
    func invalidateTokens(of account: AccountID, in app: AppID, at now: Date) throws(StorageError) {
        var details = try details(of: account, in: app) ?? AccountDetails(app: app, account: account)
        details.tokensValidAfter = max(now, details.tokensValidAfter ?? now)
        try put(details)
    }

    /// Notes what became of a login.
    func note(
        _ kind: SecurityEvent.Kind, _ login: Login, session: SessionID? = nil, at now: Date, context: RequestContext
    ) throws(StorageError) {
        try insert(
            SecurityEvent(
                kind: kind, app: login.app, account: login.account, session: session, at: now, context: context,
                detail: login.kind.rawValue))
    }
}
