import SesameCore

extension SessionService {
    /// The live sessions of an account, newest first: for the operator.
    package func sessions(of account: AccountID, in app: AppID) async throws(Refusal) -> [Session] {
        let now = environment.now
        let sessions = try await read { reader throws(StorageError) -> [Session]? in
            guard try reader.account(account, in: app) != nil else { return nil }
            return try reader.sessions(of: account, in: app)
        }
        guard let sessions else { throw .noSuchAccount }
        return sessions.filter { $0.isLive(at: now) }
    }

    /// Ends one of an account's sessions, or all of them, for the operator. Their devices go with them.
    ///
    /// - Parameter id: The one session; nil for all.
    package func revokeSessions(
        _ id: SessionID? = nil, of account: AccountID, in app: AppID, context: RequestContext
    ) async throws(Refusal) {
        let now = environment.now
        try await write { transaction throws(StorageError) in
            guard try transaction.account(account, in: app) != nil else { throw .refused(.noSuchAccount) }
            let live = try transaction.sessions(of: account, in: app).filter { $0.isOpen(at: now) }
            let concerned = live.filter { id == nil || $0.id == id }
            if id != nil, concerned.isEmpty { throw .refused(Refusal(.notFound, "the account has no such session")) }
            for var session in concerned {
                session.end(.revoked, at: now)
                try transaction.update(session)
                try transaction.insert(
                    SecurityEvent(
                        kind: .sessionRevoked, app: app, account: account, session: session.id, at: now,
                        context: context))
            }
            // Also if no session was left that an event could be noted of.
            if concerned.count == live.count { try transaction.endAll(of: account, in: app, at: now) }
        }
    }
}
