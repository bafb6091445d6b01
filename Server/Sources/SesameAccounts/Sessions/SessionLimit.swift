import Foundation

extension StorageTransaction {
    /// Ends the account's oldest live sessions, so that a new one does not exceed the app's maximum.
    ///
    /// The session that began longest ago is the least likely to be in use.
    func enforceSessionLimit(
        for account: AccountID, in app: App, at now: Date, context: RequestContext
    ) throws(StorageError) {
        guard try sessionCount(of: account, in: app.id) >= app.sessions.maxSessions else { return }
        let live = try sessions(of: account, in: app.id).filter { $0.isLive(at: now) }
        guard live.count >= app.sessions.maxSessions else { return }
        for session in live.dropFirst(app.sessions.maxSessions - 1) {
            var ended = session
            ended.end(.replaced, at: now)
            try update(ended)
            try insert(
                SecurityEvent(
                    kind: .sessionReplaced, app: app.id, account: account, session: session.id, at: now,
                    requestID: context.requestID))
        }
    }
}
