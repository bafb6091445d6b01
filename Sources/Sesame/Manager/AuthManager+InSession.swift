import SesameCore
import SesameWire

extension AuthManager {
    /// Sends a request with the current session, and returns its response.
    ///
    /// The request is retried once if the access token is rejected, or if the response reports the end of a session
    /// that still continues, for example because an upgrade has replaced the session of the request.
    func inSession<Answer: Sendable>(
        _ ask: (Session) async throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        let session = try await usableSession(validFor: .seconds(60))
        do throws(AuthError) {
            return try await ask(session)
        } catch {
            guard error.tellsOfAnEnd else { throw error }
            let next = try await refreshed(session, after: error)
            do throws(AuthError) {
                return try await ask(next)
            } catch {
                throw error.saidBeside(next)
            }
        }
    }

    /// Sends a request that may end or replace the session. No process refreshes the session meanwhile, because a
    /// refresh before the response arrives would report the end as a sign-out. The request is retried once if the
    /// access token is rejected.
    func leased<Answer: Sendable>(
        _ ask: (Session) async throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        var asked = try await usableSession(validFor: .seconds(60))
        do throws(AuthError) {
            return try await underLease(&asked, ask)
        } catch {
            guard error.tellsOfAnEnd else { throw error }
            asked = try await refreshed(asked, after: error)
            guard error.code == .notAuthenticated else { throw error.saidBeside(asked) }
        }
        return try await underLease(&asked, ask)
    }

    /// Sends a request with the session that the store holds once the lease is acquired. An upgrade may have replaced
    /// the given session by another one of the same account. Throws if the session has ended, or another user is signed
    /// in.
    private func underLease<Answer: Sendable>(
        _ asked: inout Session, _ ask: (Session) async throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        let lease = try await lease()
        defer { lease.release() }
        let stored = readStore()
        read(stored)
        _ = try stored.get()
        guard let session = machine.session, session.user.uid.hasSameBytes(as: asked.user.uid) else { throw lateness }
        asked = session
        return try await ask(session)
    }

    /// Sends a request that may replace the current session, and adopts the new one.
    func changeLeased(
        _ change: (Session) async throws(AuthError) -> Upgrade
    ) async throws(AuthError) -> Upgrade {
        try await leased { session throws(AuthError) in
            var upgrade = try await change(session)
            upgrade.session = try await self.adopt(upgrade.session, inPlaceOf: session)
            if upgrade.outcome == .switched {
                // Not every back end ends the previous account's session with the switch.
                self.enqueue(Revocation(session))
                self.sendPendingRevocationsInBackground()
            }
            return upgrade
        }
    }

    /// Sends a request whose response also contains a session, and adopts that session.
    func renewLeased<Answer: Sendable>(
        _ ask: (Session) async throws(AuthError) -> (Answer, Session)
    ) async throws(AuthError) -> Answer {
        try await leased { session throws(AuthError) in
            let (answer, next) = try await ask(session)
            // An unchanged session needs no store, so that a store error does not fail a request that succeeded.
            if next == session { return answer }
            _ = try await self.adopt(next.keepingKnown(of: session), inPlaceOf: session)
            return answer
        }
    }

    /// Refreshes the session and returns it, because only a refresh determines if the session has ended. If it has
    /// ended, signs the user out and throws the given error. If the refresh fails for a temporary reason, throws the
    /// refresh's error.
    private func refreshed(_ session: Session, after error: AuthError) async throws(AuthError) -> Session {
        do throws(AuthError) {
            return try await self.session(for: session.user.uid, rejecting: session.accessToken)
        } catch let failure {
            throw failure.isTransient ? failure : error
        }
    }
}

extension AuthError {
    /// Returns the error, marked as concerning another account if it reports an ended account while the given session
    /// continues. An example is a disabled account to which the user wanted to switch. A rejected access token concerns
    /// no account.
    func saidBeside(_ session: Session?) -> AuthError {
        var error = self
        error.isAboutAnotherAccount = session != nil && tellsOfAnEnd && code != .notAuthenticated
        return error
    }

    /// True if the error reports that a session or an account has ended, or that the access token was rejected.
    fileprivate var tellsOfAnEnd: Bool { AuthError.Code.endingSession.contains(code) }
}
