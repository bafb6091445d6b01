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
            let next = try await refreshed(session)
            do throws(AuthError) {
                return try await ask(next)
            } catch {
                throw judged(error, askedWith: next)
            }
        }
    }

    /// Asks the back end for what may end the session, or bring another one in its place. Nobody refreshes meanwhile, in
    /// no process: the end would be taken for a sign-out before the answer is there.
    func leased<Answer: Sendable>(
        _ ask: (Session) async throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        var asked = try await usableSession(validFor: .seconds(60))
        do throws(AuthError) {
            let lease = try await lease()
            defer { lease.release() }
            let stored = readStore()
            read(stored)
            _ = try stored.get()
            // An upgrade may have put another session of the same account in its place.
            guard let session = machine.session, session.user.uid.hasSameBytes(as: asked.user.uid) else {
                throw lateness
            }
            asked = session
            return try await ask(session)
        } catch {
            guard error.tellsOfAnEnd else { throw error }
            _ = await Result { () async throws(AuthError) in try await refreshed(asked) }
            throw judged(error, askedWith: asked)
        }
    }

    /// Asks for what may bring another session in the place of the one that is used, and goes on with that.
    func changeLeased(
        _ change: (Session) async throws(AuthError) -> Upgrade
    ) async throws(AuthError) -> Upgrade {
        try await leased { session throws(AuthError) in
            let upgrade = try await change(session)
            try await self.adopt(upgrade.session, inPlaceOf: session)
            return upgrade
        }
    }

    /// The error, which speaks of another account, as of one that was to be switched to, where the session goes on or
    /// may do so. That an access token is not taken speaks of no account.
    private func judged(_ error: AuthError, askedWith session: Session) -> AuthError {
        var error = error
        if error.tellsOfAnEnd, error.code != .notAuthenticated, let user = machine.session?.user,
            user.uid.hasSameBytes(as: session.user.uid)
        {
            error.isAboutAnotherAccount = true
        }
        return error
    }

    /// The session after a refresh, which alone says whether it has ended, and ends it here.
    func refreshed(_ session: Session) async throws(AuthError) -> Session {
        try await self.session(for: session.user.uid, rejecting: session.accessToken)
    }
}

extension AuthError {
    /// True if a session has ended, by what the back end says.
    fileprivate var tellsOfAnEnd: Bool { AuthError.Code.endingSession.contains(code) }
}
