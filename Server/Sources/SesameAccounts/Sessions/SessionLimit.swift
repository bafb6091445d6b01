import Foundation

extension StorageTransaction {
    /// Ends the account's oldest live sessions if a new one would exceed the maximum.
    ///
    /// It is called at every sign-in to an existing account. The user is at the new device, so the session that began
    /// longest ago is given up.
    func enforceSessionLimit(
        for account: AccountID, in app: App, at now: Date, context: RequestContext
    ) throws(StorageError) {
        guard try sessionCount(of: account, in: app.id) >= app.sessions.most else { return }
        let live = try sessions(of: account, in: app.id).filter { $0.isLive(at: now) }
        guard live.count >= app.sessions.most else { return }
        for session in live.dropFirst(app.sessions.most - 1) {
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
