package import SesameCore

extension AuthManager {
    /// The maximum number of queued sign-outs. Older ones are dropped, because a device that stays offline could
    /// collect any number.
    package static let revocationLimit = 16

    /// Queues the revocation of a session. It survives a restart if the store can be written.
    func enqueue(_ revocation: Revocation) {
        record(AuthEvent(.revocationQueued))
        do throws(AuthError) {
            try store.withExclusiveAccess { () throws(AuthError) in
                let queue = try store.loadRevocations().appending(revocation)
                try store.saveRevocations(queue.suffix(Self.revocationLimit))
            }
        } catch {
            unstoredRevocations.append(revocation)
        }
    }

    /// Delivers queued sign-outs to the server in the background.
    func sendPendingRevocationsInBackground() {
        guard nextRevocation(after: []) != nil else { return }
        _ = startDelivery()
    }

    /// Delivers queued sign-outs to the server. The call returns when the queue is empty, or when a delivery fails for
    /// a temporary reason, such as a missing network.
    ///
    /// The manager delivers them automatically. A program that is about to end calls this method to wait for the
    /// delivery.
    public func sendPendingRevocations() async {
        await startDelivery().value
    }

    private func startDelivery() -> Task<Void, Never> {
        if let delivery { return delivery }
        let task = Task { await self.runDelivery() }
        delivery = task
        return task
    }

    private func runDelivery() async {
        defer { delivery = nil }
        var delivered: [Revocation] = []
        // The queue is read again each time, because a caller that joins a running delivery has added to it.
        while let revocation = nextRevocation(after: delivered) {
            let answer = await Result { () async throws(AuthError) in try await service.revoke(revocation) }
            if case .failure(let error) = answer {
                record(AuthEvent(.revocationFailed, code: error.code))
                if error.isTransient { return }
            } else {
                record(AuthEvent(.revocationDelivered))
            }
            delivered.append(revocation)
            dequeue(revocation)
        }
    }

    private func nextRevocation(after delivered: [Revocation]) -> Revocation? {
        let stored = Result { () throws(AuthError) in try settledQueue() }
        let queue = ((try? stored.get()) ?? []) + unstoredRevocations
        return queue.first { !delivered.contains($0) && !departing.contains($0.sessionID) }
    }

    /// Returns the queued sign-outs. Tentative ones are confirmed first, except for the session that the store holds,
    /// whose sign-out is dropped.
    private func settledQueue() throws(AuthError) -> [Revocation] {
        let queue = try store.loadRevocations()
        guard queue.contains(where: \.isTentative) else { return queue }
        // Another process may be about to store the session that it has queued.
        return try store.withExclusiveAccess { () throws(AuthError) in
            // Loading the session may add to the list.
            let held = try store.load()
            let queue = try store.loadRevocations().settled(holding: held)
            try store.saveRevocations(queue)
            return queue
        }
    }

    private func dequeue(_ revocation: Revocation) {
        unstoredRevocations.removeAll { $0 == revocation }
        do throws(AuthError) {
            try store.withExclusiveAccess { () throws(AuthError) in
                let queue = try store.loadRevocations()
                let rest = queue.filter { $0 != revocation }
                if rest.count < queue.count { try store.saveRevocations(rest) }
            }
        } catch {
            // It remains in the store and is delivered again, which is harmless.
        }
    }
}

extension AuthError {
    /// True if the same request may succeed later.
    package var isTransient: Bool {
        switch code {
        case .offline, .providerUnavailable, .storageUnavailable, .rateLimited, .internal, .cancelled: true
        default: false
        }
    }
}
