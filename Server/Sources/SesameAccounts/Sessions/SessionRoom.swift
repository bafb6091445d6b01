import Foundation

extension StorageTransaction {
    /// Makes room for one more session of an account: of those that live, the oldest end.
    ///
    /// Asked for at every sign-in to an account that was there before. Whoever signs in is at a device in their hands;
    /// what they give up for it is the one that was begun longest ago.
    func makeRoom(
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
