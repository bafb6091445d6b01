import SesameCore

extension AuthManager {
    /// The session that the store holds, unless it was signed out: a crash between the two writes of a sign-out, or a
    /// store that refused one of them, brings nobody back.
    func readStore() -> Result<Session?, AuthError> {
        Result { () throws(AuthError) in
            if isDeletionDue { try removeEndedSession() }
            guard let session = try store.load() else { return nil }
            guard try store.loadRevocations().contains(where: { $0.concerns(session) }) else { return session }
            try store.delete()
            return nil
        }
    }

    /// Removes the session from the store; when that fails, as soon as the store is read again.
    func forgetSession() {
        do throws(AuthError) {
            try store.delete()
            isDeletionDue = false
        } catch {
            isDeletionDue = true
        }
    }

    /// Removes the session from the store, unless another process has put another one there: then that is the session.
    func forgetSession(continuing session: Session) {
        let stored = readStore()
        if case .success(let held?) = stored, !held.continues(session) {
            read(stored)
        } else {
            forgetSession()
        }
    }

    private func removeEndedSession() throws(AuthError) {
        if let session = try store.load() { enqueue(Revocation(session)) }
        try store.delete()
        isDeletionDue = false
    }
}

extension Revocation {
    func concerns(_ session: Session) -> Bool {
        sessionID.hasSameBytes(as: session.id)
    }

    func concerns(_ other: Revocation) -> Bool {
        sessionID.hasSameBytes(as: other.sessionID)
    }
}

extension Result where Failure == AuthError {
    /// Runs the function and keeps what comes of it.
    init(_ body: () throws(AuthError) -> Success) {
        do throws(AuthError) {
            self = .success(try body())
        } catch {
            self = .failure(error)
        }
    }

    /// Runs the function and keeps what comes of it.
    init(_ body: () async throws(AuthError) -> Success) async {
        do throws(AuthError) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
