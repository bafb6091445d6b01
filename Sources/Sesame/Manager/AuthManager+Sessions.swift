public import SesameCore
import SesameWire

extension AuthManager {
    /// The sessions of the account that is signed in, newest first: every device on which its person is.
    public func sessions() async throws(AuthError) -> [AccountSession] {
        try await inSession { [service] session throws(AuthError) in
            try await service.sessionService.sessions(of: session)
        }
    }

    /// Ends a session of the account, as on a device that was lost. One that has ended already is no error. The session of
    /// this device ends by ``signOut()``.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` when the last sign-in is too long ago: ask for a
    /// fresh credential of the same person and hand it in.
    public func endSession(
        _ ended: AccountSession, confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) {
        guard !isOwn(ended) else { return await signOut() }
        if let credential { try await confirm(with: credential) }
        do throws(AuthError) {
            try await inSession { [service] session throws(AuthError) in
                try await service.sessionService.endSession(ended.id, of: session)
            }
        } catch {
            guard error.code == .notFound else { throw error }
        }
        log?.record(AuthEvent(.otherSessionsEnded))
    }

    /// Ends all sessions of the account but this device's.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` when the last sign-in is too long ago: ask for a
    /// fresh credential of the same person and hand it in.
    public func endOtherSessions(confirmedBy credential: AuthCredential? = nil) async throws(AuthError) {
        if let credential { try await confirm(with: credential) }
        try await inSession { [service] session throws(AuthError) in
            try await service.sessionService.endOtherSessions(of: session)
        }
        log?.record(AuthEvent(.otherSessionsEnded))
    }

    /// True if it is the session of this device. A list from before a confirmation may not know the newest id.
    private func isOwn(_ session: AccountSession) -> Bool {
        session.isCurrent || machine.session?.id.hasSameBytes(as: session.id) == true
    }
}
