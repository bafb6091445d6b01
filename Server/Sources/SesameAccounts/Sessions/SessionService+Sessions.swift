import Foundation
package import SesameCore

extension SessionService {
    /// Returns the caller's live sessions, newest first.
    package func sessions(of caller: Caller) async throws(AccountError) -> [Session] {
        let sessions = try await read { reader throws(StorageError) in
            try reader.sessions(of: caller.session.account, in: caller.app.id)
        }
        return sessions.filter { $0.isLive(at: caller.checkedAt) }
    }

    /// Returns one of the caller's live sessions. Throws the same error for an unknown id and for another user's
    /// session.
    package func session(_ id: SessionID, of caller: Caller) async throws(AccountError) -> Session {
        let session = try await read { reader throws(StorageError) in try reader.session(id) }
        guard let session, session.belongs(to: caller), session.isLive(at: caller.checkedAt) else {
            throw .noSuchSession
        }
        return session
    }

    /// Ends one of the caller's sessions. For any session but the current one, throws if the session is not live or the
    /// caller has not signed in recently.
    package func endSession(
        _ id: SessionID, of caller: Caller, context: RequestContext
    ) async throws(AccountError) {
        let now = environment.now
        try await write { transaction throws(StorageError) in
            let found = try transaction.session(id)
            // A sign-out from the current session voids nothing else, and may be repeated.
            if id == caller.session.id {
                if let found { try transaction.end(found, at: now, context: context) }
                return
            }
            let current = try caller.requireCurrent(at: now, transaction)
            guard let session = found, session.belongs(to: caller), session.isLive(at: now) else {
                throw .refused(.noSuchSession)
            }
            if let refusal = caller.reauthenticationError(current.view) { throw .refused(refusal) }
            try transaction.end(session, at: now, context: context)
            // A user who ends another session may be shutting out a thief, so pending codes become void as well.
            try transaction.advance([.sessions], of: session.account, in: session.app, at: now)
        }
    }

    /// Ends all of the caller's sessions except the current one, after a recent sign-in.
    package func endOtherSessions(of caller: Caller, context: RequestContext) async throws(AccountError) {
        let now = environment.now
        try await write { transaction throws(StorageError) in
            let current = try caller.requireRecent(at: now, transaction)
            try transaction.endOthers(than: current.session, at: now, context: context)
        }
    }

    /// Ends all of the caller's sessions, the current one last. Requires a recent sign-in if there are other live
    /// sessions.
    package func endAllSessions(of caller: Caller, context: RequestContext) async throws(AccountError) {
        let now = environment.now
        try await write { transaction throws(StorageError) in
            let current = try caller.requireCurrent(at: now, transaction)
            let own = current.session
            let hasOthers = try transaction.sessions(of: own.account, in: own.app).contains {
                $0.id != own.id && $0.isLive(at: now)
            }
            if hasOthers, let refusal = caller.reauthenticationError(current.view) { throw .refused(refusal) }
            try transaction.endOthers(than: own, at: now, context: context)
            try transaction.end(own, at: now, context: context)
            try transaction.invalidateTokens(of: own.account, in: own.app, at: now)
        }
    }

    /// Returns true if a presented credential has the prefix of refresh tokens; the token is not verified.
    package static func isRefreshToken(_ presented: Secret) -> Bool {
        presented.exposed.utf8.starts(with: RefreshToken.prefix.utf8)
    }

    /// Ends the session of a refresh token. The token alone is enough, because the access token may have expired long
    /// ago.
    ///
    /// Any genuine token of the session is accepted, and the sign-out may be repeated. Throws if the token was not
    /// issued by this server, or for another app.
    package func signOut(
        with presented: Secret, app: App?, context: RequestContext
    ) async throws(AccountError) {
        guard let token = RefreshToken(presented, key: issuer.refreshKey) else {
            throw AccountError(.notAuthenticated, "the refresh token was not issued by this server")
        }
        let now = environment.now
        let isOtherApp = try await write { transaction throws(StorageError) -> Bool in
            guard let session = try transaction.session(token.session) else { return false }
            guard app == nil || app?.id == session.app else { return true }
            try transaction.end(session, at: now, context: context)
            return false
        }
        if isOtherApp {
            throw AccountError(.invalidRequest, "the refresh token is for another app")
        }
    }
}

extension Session {
    fileprivate func belongs(to caller: Caller) -> Bool {
        app == caller.app.id && account == caller.session.account
    }
}

extension StorageTransaction {
    func end(_ session: Session, at now: Date, context: RequestContext) throws(StorageError) {
        guard session.termination == nil else { return }
        var ended = session
        ended.end(.signedOut, at: now)
        try update(ended)
        try insert(
            SecurityEvent(
                kind: .signedOut, app: session.app, account: session.account, session: session.id, at: now,
                context: context))
    }
}

extension AccountError {
    fileprivate static let noSuchSession = AccountError(.notFound, "unknown session")
}
