public import SesameCore
import SesameWire

extension AuthManager {
    /// Returns the live sessions of the signed-in account, newest first.
    ///
    /// Throws ``SesameCore/AuthError/Code/providerRequired`` if the back end cannot list sessions, such as Firebase.
    public func sessions() async throws(AuthError) -> [AccountSession] {
        try await inSession { [service] session throws(AuthError) in
            var sessions = try await service.sessionService.sessions(of: session)
            for index in sessions.indices { sessions[index].owner = session.user.uid }
            return sessions
        }
    }

    /// Ends a session of the account, for example on a lost device. Succeeds if the session has already ended. Signs
    /// the user out if it is this device's session.
    ///
    /// Throws ``SesameCore/AuthError/Code/notFound`` for a session of another account, and
    /// ``SesameCore/AuthError/Code/reauthenticationRequired`` if the last sign-in is too long ago.
    /// - Parameter credential: A fresh credential of the same user, if one was required: a second factor if the account
    ///   has one.
    public func endSession(
        _ ended: AccountSession, confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) {
        try resolve()
        guard let uid = machine.session?.user.uid else { throw .nobody }
        guard ended.owner?.hasSameBytes(as: uid) ?? true else { throw .noSession }
        guard !ended.isCurrent else { return await signOut() }
        if let credential { try await reauthenticate(with: credential) }
        let isOwn = try await asking(uid) { [service] session throws(AuthError) in
            // A confirmation may have replaced this device's session by this one.
            guard !session.id.hasSameBytes(as: ended.id) else { return true }
            do throws(AuthError) {
                try await service.sessionService.endSession(ended.id, of: session)
            } catch {
                guard error.code == .notFound else { throw error }
            }
            return false
        }
        guard !isOwn else { return await signOut() }
        record(AuthEvent(.otherSessionsEnded))
    }

    /// Ends all sessions of the account but this device's.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` if the last sign-in is too long ago.
    /// - Parameter credential: A fresh credential of the same user, if one was required: a second factor if the account
    ///   has one.
    public func endOtherSessions(confirmedBy credential: AuthCredential? = nil) async throws(AuthError) {
        try resolve()
        guard let uid = machine.session?.user.uid else { throw .nobody }
        if let credential { try await reauthenticate(with: credential) }
        try await asking(uid) { [service] session throws(AuthError) in
            try await service.sessionService.endOtherSessions(of: session)
        }
        record(AuthEvent(.otherSessionsEnded))
    }

    /// Sends a request under the refresh lease, and only if the session still belongs to the given account. The lease
    /// keeps an upgrade from replacing the session meanwhile; the server would take the new session for another
    /// device's and end it.
    private func asking<Answer: Sendable>(
        _ uid: String, _ ask: (Session) async throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        try await leased { session throws(AuthError) in
            guard session.user.uid.hasSameBytes(as: uid) else { throw .superseded }
            return try await ask(session)
        }
    }
}

extension AuthError {
    fileprivate static let noSession = AuthError(.notFound, "the session belongs to another account")
}
