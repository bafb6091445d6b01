import Foundation
public import SesameCore
import SesameWire

extension AuthManager {
    /// The pause between attempts to acquire a lease that another process holds.
    static let leasePause = Duration.milliseconds(100)
    static let leaseAttempts = 100

    /// Returns an access token, refreshed if needed.
    ///
    /// All callers share one refresh. A canceled caller gets an error at once, and the refresh continues for the
    /// others. Throws ``SesameCore/AuthError/Code/notAuthenticated`` if no user is signed in.
    /// - Parameters:
    ///   - uid: The required user; nil for any signed-in user. If another user is signed in by now, the call throws
    ///     ``SesameCore/AuthError/Code/cancelled``, so that a request never runs in that user's name.
    ///   - validFor: The minimum remaining lifetime of the token.
    ///   - rejecting: The token that the server has just refused with 401, so that it is not returned again.
    public func accessToken(
        for uid: String? = nil, validFor: Duration = .seconds(60), rejecting: Secret? = nil
    ) async throws(AuthError) -> Secret {
        guard let uid else { return try await usableSession(validFor: validFor, rejecting: rejecting).accessToken }
        return try await session(for: uid, validFor: validFor, rejecting: rejecting).accessToken
    }

    /// Returns the given user's session with a valid access token, for back ends whose requests need more than the
    /// token. Throws as ``accessToken(for:validFor:rejecting:)`` does.
    package func session(
        for uid: String, validFor: Duration = .seconds(60), rejecting: Secret? = nil
    ) async throws(AuthError) -> Session {
        try resolve()
        guard let user = machine.session?.user else { throw .nobody }
        guard user.uid.hasSameBytes(as: uid) else { throw .superseded }
        let session = try await usableSession(validFor: validFor, rejecting: rejecting)
        guard session.user.uid.hasSameBytes(as: uid) else { throw .superseded }
        return session
    }

    /// Returns the session with an access token that is valid for at least the given time, refreshed if needed. Throws
    /// `notAuthenticated` if no user is signed in, and `rateLimited` until the server's `Retry-After` has passed.
    func usableSession(validFor: Duration, rejecting: Secret? = nil) async throws(AuthError) -> Session {
        try resolve()
        switch machine.tokenRequested(validFor: validFor, rejecting: rejecting, at: clock.now) {
        case .use:
            guard let session = machine.session else { throw .nobody }
            return session
        case .refuse: throw .nobody
        case .wait(let rest):
            var error = AuthError(.rateLimited, "the server has asked the client to wait before another request")
            error.retryAfter = rest
            throw error
        case .refresh(let epoch):
            refreshes[epoch] = Task { await self.refresh(epoch: epoch, validFor: validFor) }
        case .join: break
        }
        let (epoch, user) = (machine.epoch, machine.session?.user.uid)
        guard let refresh = refreshes[epoch] else { throw .nobody }
        let result = await refresh.sharedValue()
        // An upgrade or a confirmation has replaced the tokens by others of the same account, which serve as well.
        if case .failure = result, !Task.isCancelled, machine.epoch != epoch, let user,
            machine.session?.user.uid.hasSameBytes(as: user) == true
        {
            return try await usableSession(validFor: validFor, rejecting: rejecting)
        }
        return try result.get()
    }

    private func refresh(epoch: Int, validFor: Duration) async -> Result<Session, AuthError> {
        let begun = clock.now
        let result = await Result { () async throws(AuthError) in
            let lease = try await self.lease()
            defer { lease.release() }
            return try await self.refreshLeased(epoch: epoch, validFor: validFor)
        }
        report(result, since: begun)
        let failure = if case .failure(let error) = result { error } else { AuthError?.none }
        machine.refreshEnded(epoch: epoch, error: failure, at: clock.now)
        refreshes[epoch] = nil
        sendPendingRevocationsInBackground()
        return result
    }

    private func report(_ result: Result<Session, AuthError>, since begun: Date) {
        let duration = elapsed(since: begun)
        switch result {
        case .success: record(AuthEvent(.refreshSucceeded, duration: duration))
        case .failure(let error): record(AuthEvent(.refreshFailed, code: error.code, duration: duration))
        }
    }

    /// Returns the time that has passed since the given date; zero if the clock was set back.
    func elapsed(since begun: Date) -> Duration {
        .milliseconds(max(0, Int((clock.now.timeIntervalSince(begun) * 1_000).rounded())))
    }

    /// Acquires the lease to change the stored session. Throws `storageUnavailable` if another process holds the lease
    /// for more than ten seconds.
    func lease() async throws(AuthError) -> StoreLease {
        for _ in 0..<Self.leaseAttempts {
            if let lease = try store.tryLease() { return lease }
            do {
                try await clock.sleep(for: Self.leasePause)
            } catch {
                throw AuthError(.cancelled, "the wait for the session's lease was cancelled")
            }
        }
        throw AuthError(.storageUnavailable, "another process has held the session's lease for too long")
    }

    private func refreshLeased(epoch: Int, validFor: Duration) async throws(AuthError) -> Session {
        let stored = readStore()
        switch machine.refreshLeased(epoch: epoch, stored: stored, validFor: validFor, at: clock.now) {
        case .use(let session): return session
        case .superseded: throw lateness
        case .fail:
            _ = try stored.get()
            throw lateness
        case .request(let session):
            let answer = await Result { () async throws(AuthError) in
                try await service.refresh(session).keepingKnown(of: session)
            }
            return try settle(answer, for: session, epoch: epoch)
        }
    }

    /// The error for a caller whose session has ended or was replaced meanwhile: `notAuthenticated` or `cancelled`.
    var lateness: AuthError { machine.session == nil ? .nobody : .superseded }

    /// Stores or discards the result of a refresh, and returns the session to use. Nothing suspends between the read of
    /// the store and the write.
    private func settle(
        _ answer: Result<Session, AuthError>, for requested: Session, epoch: Int
    ) throws(AuthError) -> Session {
        let stored = readStore()
        switch machine.refreshAnswered(answer, for: requested, epoch: epoch, stored: stored) {
        case .store(let session):
            try store.save(session)
            machine.refreshStored(session, epoch: epoch)
            return session
        case .use(let session): return session
        case .revoke(let session):
            enqueue(Revocation(session))
            throw lateness
        case .end(let code):
            end(requested, .ended(code))
            _ = try answer.get()
            throw lateness
        case .keep:
            _ = try answer.get()
            _ = try stored.get()
            throw lateness
        case .superseded: throw lateness
        }
    }
}

extension AuthError {
    package static let superseded = AuthError(.cancelled, "the session was replaced or signed out in the meantime")
}

extension Task where Success: Sendable, Failure == Never {
    /// Returns the task's value, or an error at once if the caller is canceled; the task itself continues.
    fileprivate func sharedValue<Value>() async -> Result<Value, AuthError> where Success == Result<Value, AuthError> {
        let promise = Promise<Success>()
        Task<Void, Never> { promise.fulfill(await self.value) }
        return await withTaskCancellationHandler {
            await promise.value
        } onCancel: {
            promise.fulfill(.failure(AuthError(.cancelled, "the caller was cancelled")))
        }
    }
}
