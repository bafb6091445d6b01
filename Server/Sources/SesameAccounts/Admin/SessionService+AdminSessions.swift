import SesameCore

extension SessionService {
    /// Returns the live sessions of an account, newest first, on behalf of the operator; throws if there is no such
    /// account.
    package func sessions(of account: AccountID, in app: AppID) async throws(AccountError) -> [Session] {
        let now = environment.now
        let sessions = try await read { reader throws(StorageError) -> [Session]? in
            guard try reader.account(account, in: app) != nil else { return nil }
            return try reader.sessions(of: account, in: app)
        }
        guard let sessions else { throw .noSuchAccount }
        return sessions.filter { $0.isLive(at: now) }
    }

    /// Revokes one session of an account, or all of them, on behalf of the operator, and removes their devices. Throws
    /// if there is no such account, or no such open session.
    ///
    /// - Parameter id: The session; nil for all.
    package func revokeSessions(
        _ id: SessionID? = nil, of account: AccountID, in app: AppID, context: RequestContext
    ) async throws(AccountError) {
        let now = environment.now
        try await write { transaction throws(StorageError) in
            guard try transaction.account(account, in: app) != nil else { throw .refused(.noSuchAccount) }
            let live = try transaction.sessions(of: account, in: app).filter { $0.isOpen(at: now) }
            let concerned = live.filter { id == nil || $0.id == id }
            if id != nil, concerned.isEmpty {
                throw .refused(AccountError(.notFound, "the account has no such session"))
            }
            for var session in concerned {
                session.end(.revoked, at: now)
                try transaction.update(session)
                try transaction.insert(
                    SecurityEvent(
                        kind: .sessionRevoked, app: app, account: account, session: session.id, at: now,
                        context: context))
            }
            // This also runs without a live session, for which no event could be recorded.
            if concerned.count == live.count { try transaction.endAll(of: account, in: app, at: now) }
        }
    }
}
