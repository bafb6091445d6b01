package import Foundation
package import SesameCore

/// Methods for clients that keep one secret for the lifetime of the session and never refresh.
extension SessionService {
    /// Returns the secret with which the session's client authenticates. The secret is derived from the session and not
    /// stored.
    package func sessionSecret(of session: Session) -> Secret {
        sessionSecrets.text(of: session.id, account: session.account)
    }

    /// Verifies a session's secret, and checks the session and its account in the database at each call. Throws if the
    /// secret is invalid or the session has ended.
    ///
    /// Use of the secret extends the session's idle limit, but not at each call: see ``Session/touchInterval(_:)``.
    package func authenticate(sessionSecret: Secret, in app: App) async throws(AccountError) -> Caller {
        guard let (id, account) = sessionSecrets.read(sessionSecret) else {
            throw AccountError(.notAuthenticated, "the session secret was not issued by this server")
        }
        let found = try await read { reader throws(StorageError) in try reader.sessionState(id) }
        guard let state = found else { throw try await refusalForMissing(account, in: app.id) }
        guard state.session.app == app.id else {
            throw AccountError(.notAuthenticated, "the session is for another app")
        }
        let now = environment.now
        if let refusal = state.session.refusal(disabledAt: state.disabledAt, at: now) { throw timely(refusal) }
        var session = state.session
        if session.touch(app.sessions, at: now) { session = try await notingUse(of: session, in: app, at: now) }
        return Caller(app: app, session: session, checkedAt: now)
    }

    /// Extends the idle limit of one of the caller's sessions, and returns the session. Throws the same error for an
    /// unknown id and for another user's session.
    package func extendSession(_ id: SessionID, of caller: Caller) async throws(AccountError) -> Session {
        let session = try await session(id, of: caller)
        let (policy, now) = (caller.app.sessions, environment.now)
        let extended = try await write { transaction throws(StorageError) -> Session? in
            guard var session = try transaction.session(session.id), session.isLive(at: now) else { return nil }
            session.extend(policy, at: now)
            try transaction.update(session)
            return session
        }
        guard let extended else { throw AccountError(.sessionEnded, "the session has ended") }
        return extended
    }

    /// Returns an access token of the session, for use with an external back end.
    ///
    /// - Parameter lifetime: The lifetime in seconds; the token never outlives the session.
    package func accessToken(for session: Session, lifetime: TimeInterval) throws(AccountError) -> Secret {
        try issuer.tokens(for: session, accessTokenLifetime: lifetime, at: environment.now).accessToken
    }

    /// Records the use of the session, and returns the updated session. If the storage cannot be written, the session
    /// is returned as it is, so that read-only requests succeed; the next request makes the same record.
    private func notingUse(of session: Session, in app: App, at now: Date) async throws(AccountError) -> Session {
        let (id, policy) = (session.id, app.sessions)
        do throws(AccountError) {
            let stored = try await write { transaction throws(StorageError) -> SessionState? in
                guard let state = try transaction.sessionState(id) else { return nil }
                var session = state.session
                guard session.refusal(disabledAt: state.disabledAt, at: now) == nil else { return state }
                if session.touch(policy, at: now) { try transaction.update(session) }
                return SessionState(session: session, disabledAt: state.disabledAt)
            }
            guard let stored else { throw AccountError(.sessionEnded, "the session has ended") }
            if let refusal = stored.session.refusal(disabledAt: stored.disabledAt, at: now) { throw timely(refusal) }
            return stored.session
        } catch {
            guard error.code == .storageUnavailable else { throw error }
            return session
        }
    }
}
