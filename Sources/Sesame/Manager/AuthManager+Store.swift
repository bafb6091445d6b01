import Foundation
import SesameCore

extension AuthManager {
    /// Returns the stored session; nil if there is none, or if its sign-out is already queued. So a session is not
    /// restored after a crash between the two writes of a sign-out, or if the store refused one of them.
    func readStore() -> Result<Session?, AuthError> {
        Result { () throws(AuthError) in
            if let dueDeletion { try remove(dueDeletion) }
            guard let session = try store.load() else { return nil }
            let isSignedOut = try store.loadRevocations().contains { !$0.isTentative && $0.concerns(session) }
            guard isSignedOut else { return session }
            return try delete { $0.continues(session) }
        }
    }

    /// Removes the stored session if it has ended, and returns nil. Returns a stored session that has not ended.
    private func delete(_ isEnded: (Session) -> Bool) throws(AuthError) -> Session? {
        try store.withExclusiveAccess { () throws(AuthError) in
            if let held = try store.load(), !isEnded(held) { return held }
            // Also if the store seems empty, because it may hold a session of an earlier installation.
            try store.delete()
            return nil
        }
    }

    /// Stores a session in place of the replaced sessions, which are then revoked at the server.
    ///
    /// All of them, and the new session, are first queued tentatively: after a crash, the app uses the session that the
    /// store holds by then, and revokes the others.
    func save(_ session: Session, inPlaceOf replaced: [Session]) throws(AuthError) {
        var (saved, isNoted) = (Result<Void, AuthError>?.none, false)
        let turn = Result { () throws(AuthError) in
            try store.withExclusiveAccess { () throws(AuthError) in
                let noted = Result { () throws(AuthError) in try noteTentatively(replaced + [session]) }
                saved = Result { () throws(AuthError) in try store.save(session) }
                guard case .success = noted else { return }
                isNoted = true
                guard case .success = saved else { return }
                // The store may have added a session of an earlier installation.
                try store.saveRevocations(try store.loadRevocations().settled(holding: session))
            }
        }
        // Without a turn, or with a list that cannot be written, the session is still stored. A list that was written
        // but not settled is settled when it is read.
        if case .failure = turn, saved == nil { saved = Result { () throws(AuthError) in try store.save(session) } }
        try saved?.get()
        for session in replaced {
            record(AuthEvent(.revocationQueued))
            if !isNoted { unstoredRevocations.append(Revocation(session)) }
        }
    }

    private func noteTentatively(_ sessions: [Session]) throws(AuthError) {
        var queue = try store.loadRevocations()
        for session in sessions { queue = queue.appending(Revocation(session, isTentative: true)) }
        try store.saveRevocations(queue.suffix(Self.revocationLimit))
    }

    /// Removes the session from the store. If that fails, it is removed as soon as the store is read again.
    /// - Parameter ended: The session that has ended; nil if the stored session is unknown.
    func forgetSession(_ ended: Session?) {
        do throws(AuthError) {
            try store.delete()
            dueDeletion = nil
        } catch {
            dueDeletion = DueDeletion(session: ended, since: clock.now)
        }
    }

    /// Removes the session from the store. If another process has stored another session, uses that session.
    func forgetSession(continuing session: Session) {
        do throws(AuthError) {
            if let other = try delete({ $0.continues(session) }) { read(.success(other)) }
            dueDeletion = nil
        } catch {
            dueDeletion = DueDeletion(session: session, since: clock.now)
        }
    }

    /// Removes the session that could not be removed before, unless another process has stored a newer session.
    private func remove(_ due: DueDeletion) throws(AuthError) {
        if let held = try store.load(), due.concerns(held) { enqueue(Revocation(held)) }
        _ = try delete { due.concerns($0) }
        dueDeletion = nil
    }
}

/// A session that has ended and may still be in the store, because it could not be removed.
struct DueDeletion {
    /// The session that has ended; nil for any session that was received before ``since``.
    let session: Session?
    /// The time at which the session ended.
    let since: Date

    /// Returns true if the stored session is, or may be, the one that has ended.
    func concerns(_ held: Session) -> Bool {
        if let session { held.continues(session) } else { held.receivedAt <= since }
    }
}

extension Result where Failure == AuthError {
    /// Creates a success with the closure's value, or a failure with the error that the closure throws.
    init(_ body: () throws(AuthError) -> Success) {
        do throws(AuthError) {
            self = .success(try body())
        } catch {
            self = .failure(error)
        }
    }

    /// Awaits the closure, and creates a success with its value, or a failure with the error that it throws.
    init(_ body: () async throws(AuthError) -> Success) async {
        do throws(AuthError) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
