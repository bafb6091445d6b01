import SesameCore

extension AuthManager {
    /// The session that the store holds, unless it was signed out: a crash between the two writes of a sign-out, or a
    /// store that refused one of them, brings nobody back.
    func readStore() -> Result<Session?, AuthError> {
        Result { () throws(AuthError) in
            if isDeletionDue { try removeEndedSession() }
            guard let session = try store.load() else { return nil }
            let isSignedOut = try store.loadRevocations().contains { !$0.isTentative && $0.concerns(session) }
            guard isSignedOut else { return session }
            try store.delete()
            return nil
        }
    }

    /// Stores a session in place of others, which end at the server.
    ///
    /// All of them are noted beforehand: an app that is killed on the way finds the one that the store holds by then,
    /// and the server hears of the others.
    func save(_ session: Session, inPlaceOf replaced: [Session]) throws(AuthError) {
        var (saved, isNoted) = (Result<Void, AuthError>?.none, false)
        let turn = Result { () throws(AuthError) in
            try store.exclusively { () throws(AuthError) in
                let noted = Result { () throws(AuthError) in try noteTentatively(replaced + [session]) }
                saved = Result { () throws(AuthError) in try store.save(session) }
                guard case .success(let queue) = noted else { return }
                isNoted = true
                if case .success = saved { try store.saveRevocations(queue.settled(holding: session)) }
            }
        }
        // Without a turn, or with a list that cannot be written, there is still the session; a list that was noted and
        // not settled is settled when it is read.
        if case .failure = turn, saved == nil { saved = Result { () throws(AuthError) in try store.save(session) } }
        try saved?.get()
        for session in replaced {
            log.record(AuthEvent(.revocationQueued))
            if !isNoted { unstoredRevocations.append(Revocation(session)) }
        }
    }

    private func noteTentatively(_ sessions: [Session]) throws(AuthError) -> [Revocation] {
        var queue = try store.loadRevocations()
        for session in sessions { queue = queue.appending(Revocation(session, isTentative: true)) }
        queue = queue.suffix(Self.revocationLimit)
        try store.saveRevocations(queue)
        return queue
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
