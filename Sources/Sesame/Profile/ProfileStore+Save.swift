public import SesameCore
import SesameWire

extension ProfileStore {
    /// Saves a draft's changes, during the onboarding or at any later time.
    ///
    /// The changes are stored on the device before they are sent, together with changes that already wait there.
    /// Without a network they remain stored and are sent later; the result is then ``ProfileSaveResult/queued(_:_:)``.
    /// If the server refuses fields of the draft, the call discards their pending changes and throws the server's
    /// error. It also throws if the changes can be neither sent nor stored, or if sending fails with an error that a
    /// retry cannot resolve.
    ///
    /// - Parameter step: The onboarding step that the user has reached with this save; nil if they remain at the same
    ///   step.
    @discardableResult
    public func save(_ draft: ProfileDraft, at step: OnboardingStep? = nil) async throws(AuthError) -> ProfileSaveResult
    {
        let (epoch, problem) = try enqueue(draft, at: step)
        let answer = await deliver()
        guard epoch == self.epoch else { throw problem ?? lateness(of: epoch) }
        try throwRefusal(of: draft.unsaid + (step == nil ? [] : [PendingChanges.stepName]))
        let profile = shown ?? queue.changes.applied(to: draft.base)
        switch answer {
        case .success: return .saved(profile)
        case .failure(let error):
            if let problem { throw problem }
            guard error.isTransient else { throw error }
            return .queued(profile, error.code)
        }
    }

    /// Saves a draft's changes and completes the onboarding.
    ///
    /// The call needs the server, because only the server can confirm that no field is missing. If fields are missing,
    /// the call throws ``SesameCore/AuthError/Code/profileIncomplete`` with their names: show the form for them. The
    /// draft's changes are stored and sent first, even if fields are missing.
    @discardableResult
    public func complete(_ draft: ProfileDraft) async throws(AuthError) -> Profile {
        let (epoch, problem) = try enqueue(draft, at: isNotBegun ? steps?.all.first : nil)
        let answer = await deliver()
        guard epoch == self.epoch, let owner else { throw problem ?? lateness(of: epoch) }
        try throwRefusal(of: draft.unsaid)
        if case .failure(let error) = answer { throw problem ?? error }
        let moment = moment
        let completed = await Result { () async throws(AuthError) in try await service.complete(for: owner) }
        synchronize()
        guard epoch == self.epoch else { throw lateness(of: epoch) }
        let profile = try completed.get()
        learn(.confirmed(profile), since: moment)
        return shown ?? profile
    }

    /// Sends pending changes, and returns when none remain or sending fails. Call this at every return to the
    /// foreground, and when the network is back.
    public func sendPendingChanges() async {
        synchronize()
        backoff.reset()
        _ = await deliver()
    }

    private var isNotBegun: Bool { shown?.onboarding.state == .notStarted }

    private func enqueue(
        _ draft: ProfileDraft, at step: OnboardingStep?
    ) throws(AuthError) -> (epoch: Int, problem: AuthError?) {
        synchronize()
        guard let owner else { throw .nobody }
        guard owner.hasSameBytes(as: draft.base.uid) else { throw .superseded }
        for name in draft.unsaid + [PendingChanges.stepName] { refusals[name] = nil }
        let changes = draft.say()
        let current = base ?? queue.changes.applied(to: draft.base)
        let problem = queue.update(for: owner) {
            $0.add(changes, at: step, first: steps?.all.first, current: current, known: known.base?.fields ?? [:])
        }
        publish()
        return (epoch, problem)
    }

    private func throwRefusal(of names: [String]) throws(AuthError) {
        let errors = names.compactMap { refusals[$0]?.error }
        guard var error = errors.first else { return }
        // A server that names one field at a time has refused the others one by one.
        error.fields = errors.flatMap(\.fields).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        throw error
    }
}
