import Foundation
import SesameCore

extension AuthManager {
    /// The session that the store holds, unless it was signed out: a crash between the two writes of a sign-out, or a
    /// store that refused one of them, brings nobody back.
    func readStore() -> Result<Session?, AuthError> {
        Result { () throws(AuthError) in
            if let dueDeletion { try remove(dueDeletion) }
            guard let session = try store.load() else { return nil }
            let isSignedOut = try store.loadRevocations().contains { !$0.isTentative && $0.concerns(session) }
            guard isSignedOut else { return session }
            return try delete { $0.continues(session) }
        }
    }

    /// Removes the session from the store if it is one of these, and returns the other one that is there.
    private func delete(_ isEnded: (Session) -> Bool) throws(AuthError) -> Session? {
        try store.exclusively { () throws(AuthError) in
            if let held = try store.load(), !isEnded(held) { return held }
            // Also where the store shows none: it may keep one back, of an installation before this one.
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
                guard case .success = noted else { return }
                isNoted = true
                guard case .success = saved else { return }
                // The store may have added one, of an installation before this one.
                try store.saveRevocations(try store.loadRevocations().settled(holding: session))
            }
        }
        // Without a turn, or with a list that cannot be written, there is still the session; a list that was noted and
        // not settled is settled when it is read.
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

    /// Removes the session from the store; when that fails, as soon as the store is read again.
    /// - Parameter ended: The session that has ended; nil where nobody knows which one the store holds.
    func forgetSession(_ ended: Session?) {
        do throws(AuthError) {
            try store.delete()
            dueDeletion = nil
        } catch {
            dueDeletion = DueDeletion(session: ended, since: clock.now)
        }
    }

    /// Removes the session from the store, unless another process has put another one there: then that is the session.
    func forgetSession(continuing session: Session) {
        do throws(AuthError) {
            if let other = try delete({ $0.continues(session) }) { read(.success(other)) }
            dueDeletion = nil
        } catch {
            dueDeletion = DueDeletion(session: session, since: clock.now)
        }
    }

    /// Removes what could not be removed before, unless another process has put another session in its place.
    private func remove(_ due: DueDeletion) throws(AuthError) {
        if let held = try store.load(), due.concerns(held) { enqueue(Revocation(held)) }
        _ = try delete { due.concerns($0) }
        dueDeletion = nil
    }
}

/// A session that has ended and may still be in the store, since it could not be removed.
struct DueDeletion {
    /// The session; nil where nobody knows which one the store holds.
    let session: Session?
    /// The time at which it ended.
    let since: Date

    /// True if it is that session, or may be.
    func concerns(_ held: Session) -> Bool {
        if let session { held.continues(session) } else { held.receivedAt <= since }
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
