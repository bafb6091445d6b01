package import SesameCore

extension AuthManager {
    /// More sign-outs than these are not kept: a device that is offline for good collects no end of them.
    package static let revocationLimit = 16

    /// Notes that the server is to end a session. Survives a restart, if the store can be written.
    func enqueue(_ revocation: Revocation) {
        record(AuthEvent(.revocationQueued))
        do throws(AuthError) {
            try store.exclusively { () throws(AuthError) in
                let queue = try store.loadRevocations().appending(revocation)
                try store.saveRevocations(queue.suffix(Self.revocationLimit))
            }
        } catch {
            unstoredRevocations.append(revocation)
        }
    }

    /// Tells the server of the sign-outs, if there are any, without making anybody wait.
    func deliverRevocationsInBackground() {
        guard nextRevocation(after: []) != nil else { return }
        _ = startDelivery()
    }

    /// Tells the server of the sign-outs that it has not heard of, and returns when it has answered or cannot be
    /// reached. It happens by itself; a program that is about to end calls it to wait for that.
    public func deliverRevocations() async {
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
        // The queue is read again each time: whoever joins a delivery that runs has added to it.
        while let revocation = nextRevocation(after: delivered) {
            let answer = await Result { () async throws(AuthError) in try await service.revoke(revocation) }
            if case .failure(let error) = answer {
                record(AuthEvent(.revocationFailed, code: error.code))
                if error.isPassing { return }
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

    /// The sign-outs, once it is known which session the store holds.
    private func settledQueue() throws(AuthError) -> [Revocation] {
        let queue = try store.loadRevocations()
        guard queue.contains(where: \.isTentative) else { return queue }
        // Another process may be about to store the session that it has noted.
        return try store.exclusively { () throws(AuthError) in
            // Looking for the session may add to the list.
            let held = try store.load()
            let queue = try store.loadRevocations().settled(holding: held)
            try store.saveRevocations(queue)
            return queue
        }
    }

    private func dequeue(_ revocation: Revocation) {
        unstoredRevocations.removeAll { $0 == revocation }
        do throws(AuthError) {
            try store.exclusively { () throws(AuthError) in
                let queue = try store.loadRevocations()
                let rest = queue.filter { $0 != revocation }
                if rest.count < queue.count { try store.saveRevocations(rest) }
            }
        } catch {
            // It stays in the store and is delivered once more, which does no harm.
        }
    }
}

extension AuthError {
    /// True if the same request may succeed later.
    package var isPassing: Bool {
        switch code {
        case .offline, .providerUnavailable, .storageUnavailable, .rateLimited, .internal, .cancelled: true
        default: false
        }
    }
}
