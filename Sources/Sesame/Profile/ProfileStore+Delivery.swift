import SesameCore

extension ProfileStore {
    /// The maximum number of version conflicts in one delivery before the delivery is retried later.
    private static let conflictLimit = 8

    /// Sends pending changes in the background.
    func deliverInBackground() {
        guard owner != nil, !queue.changes.isEmpty else { return }
        Task { await self.deliver() }
    }

    /// Sends pending changes, and returns the error that prevents it. All callers share one delivery; a canceled caller
    /// does not end it.
    func deliver() async -> Result<Void, AuthError> {
        if let delivery { return await delivery.value }
        let epoch = epoch
        let task = Task { await self.runDelivery(epoch) }
        delivery = task
        return await task.value
    }

    private func runDelivery(_ epoch: Int) async -> Result<Void, AuthError> {
        let result = await sendAll(epoch)
        guard epoch == self.epoch else { return result }
        delivery = nil
        retry?.cancel()
        retry = nil
        if case .failure(let error) = result, error.isTransient { retryLater(error) } else { backoff.reset() }
        return result
    }

    private func sendAll(_ epoch: Int) async -> Result<Void, AuthError> {
        var conflicts = 0
        var isSearching = false
        while true {
            synchronize()
            guard epoch == self.epoch, let owner else { return .failure(lateness(of: epoch)) }
            guard !queue.changes.isEmpty else { return .success(()) }
            // A guest's changes are compared with the server's profile only.
            guard let base = queue.changes.hasGuests ? told : known.base else {
                if let failure = await learnNewest() { return .failure(failure) }
                continue
            }
            let sent = isSearching ? queue.changes.single ?? queue.changes : queue.changes
            let lessons = lessons
            (saves, savesUnderWay) = (saves + 1, savesUnderWay + 1)
            let answer = await Result { () async throws(AuthError) in
                try await service.save(sent.change(of: base), for: owner)
            }
            savesUnderWay -= 1
            let moment = Moment(lessons: lessons, saves: saves)
            synchronize()
            guard epoch == self.epoch else { return .failure(lateness(of: epoch)) }
            switch answer {
            case .success(let profile):
                queue.acknowledge(sent, profile, for: owner)
                refusals = refusals.compactMapValues { $0.remaining(after: sent) }
                learn(.confirmed(profile), since: moment)
            case .failure(let error) where error.code == .preconditionFailed:
                conflicts += 1
                guard conflicts <= Self.conflictLimit else {
                    return .failure(AuthError(.storageUnavailable, "the profile is changed elsewhere too often"))
                }
                if let newest = error.newest {
                    learn(.confirmed(newest), since: moment)
                } else if let failure = await learnNewest() {
                    return .failure(failure)
                }
            case .failure(let error) where error.isRefusal:
                let concerned = sent.concerned(by: error)
                if !concerned.isEmpty {
                    giveUp(concerned, error)
                } else if sent.single == nil {
                    giveUp(sent, error)
                } else {
                    // The error does not name the change, so each is sent alone.
                    isSearching = true
                }
            case .failure(let error): return .failure(error)
            }
        }
    }

    private func giveUp(_ refused: PendingChanges, _ error: AuthError) {
        guard let owner else { return }
        queue.update(for: owner) { $0.giveUp(refused) }
        refused.unsay()
        for field in refused.fields { refusals[field.name] = Refusal(error: error, field: field) }
        if !refused.steps.isEmpty { refusals[PendingChanges.stepName] = Refusal(error: error) }
        publish()
    }

    private func retryLater(_ error: AuthError) {
        let wait = backoff.next(after: error, random: random())
        retry = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: wait)) != nil, !Task.isCancelled else { return }
            _ = await self?.deliver()
        }
    }
}

/// The server's rejection of a field, or of an onboarding step.
struct Refusal {
    let error: AuthError
    /// The field's change; nil for the onboarding steps.
    var field: PendingChanges.Field?

    /// Returns the refusal without the changes that accepted ones have replaced; nil if none remain.
    func remaining(after taken: PendingChanges) -> Refusal? {
        guard let field else { return taken.steps.isEmpty ? self : nil }
        guard let change = field.change.untouched(by: taken[field.name]?.change) else { return nil }
        return Refusal(error: error, field: PendingChanges.Field(name: field.name, change: change))
    }
}

extension AuthError {
    /// True if the server refuses the change permanently.
    fileprivate var isRefusal: Bool {
        switch code {
        case .invalidRequest, .readOnlyField, .profileIncomplete, .invalidTransition: true
        default: false
        }
    }
}
