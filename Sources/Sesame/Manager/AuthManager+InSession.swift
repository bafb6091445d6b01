import SesameCore
import SesameWire

extension AuthManager {
    /// Asks the back end in the session's name. Where the session is said to have ended and has not, as beside an
    /// upgrade that has put another one in its place, or its access token is not taken, it is asked once more.
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

    /// Asks the back end for what may end the session, or bring another one in its place. Nobody refreshes meanwhile, in
    /// no process: the end would be taken for a sign-out before the answer is there. Where the access token is not taken,
    /// it is asked once more.
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

    /// Asks with the session that the store holds once the lease is had. An upgrade may have put another session of the
    /// same account in the place of the given one.
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

    /// Asks for what may bring another session in the place of the one that is used, and goes on with that.
    func changeLeased(
        _ change: (Session) async throws(AuthError) -> Upgrade
    ) async throws(AuthError) -> Upgrade {
        try await leased { session throws(AuthError) in
            var upgrade = try await change(session)
            upgrade.session = try await self.adopt(upgrade.session, inPlaceOf: session)
            return upgrade
        }
    }

    /// Asks for what brings, beside its answer, the session to go on with.
    func renewLeased<Answer: Sendable>(
        _ ask: (Session) async throws(AuthError) -> (Answer, Session)
    ) async throws(AuthError) -> Answer {
        try await leased { session throws(AuthError) in
            let (answer, next) = try await ask(session)
            // The same session again needs no store: what has been done is no failure.
            if next == session { return answer }
            _ = try await self.adopt(next.keepingKnown(of: session), inPlaceOf: session)
            return answer
        }
    }

    /// The session after a refresh, which alone says whether it has ended, and ends it here. Throws the error where it has,
    /// and where nobody can tell, why not.
    private func refreshed(_ session: Session, after error: AuthError) async throws(AuthError) -> Session {
        do throws(AuthError) {
            return try await self.session(for: session.user.uid, rejecting: session.accessToken)
        } catch let failure {
            throw failure.isPassing ? failure : error
        }
    }
}

extension AuthError {
    /// The error of a request while that session goes on: what it says of an end, it says of another account, as of a
    /// disabled one that was to be switched to. That an access token is not taken speaks of no account.
    func saidBeside(_ session: Session?) -> AuthError {
        var error = self
        error.isAboutAnotherAccount = session != nil && tellsOfAnEnd && code != .notAuthenticated
        return error
    }

    /// True if a session has ended, by what the back end says.
    fileprivate var tellsOfAnEnd: Bool { AuthError.Code.endingSession.contains(code) }
}
