import SesameCore
import SesameWire

extension ProfileStore {
    /// The profile as it is shown, with pending changes; nil if there is none to show.
    var shown: Profile? {
        // An onboarding that the user has begun does not start over, even if the server has no data of it yet.
        if case .missing(let empty) = known { return queue.changes.isEmpty ? nil : queue.changes.applied(to: empty) }
        return known.profile.map { queue.changes.applied(to: $0) }
    }

    /// Updates the owner to the signed-in user, because the session's stream may lag behind.
    func synchronize() {
        let state = auth.state
        cache.observe(state)
        switch state {
        case .unresolved, .locked: break
        case .signedIn(let user):
            let guest = auth.guest(mergedInto: user.uid)
            if owner?.hasSameBytes(as: user.uid) != true { begin(user.uid, after: guest) }
            if queue.load(for: user.uid, told, from: guest) { publish() }
        case .signedOut(let reason):
            if owner != nil {
                if case .ended(let code) = reason { ending = (epoch, code) }
                begin(nil)
            }
            if reason.isFinal { queue.drop() }
        }
    }

    /// Returns the error for a call that began at the given epoch, if its user is no longer signed in: the reason if
    /// the server has ended the session, or else `cancelled`.
    func lateness(of epoch: Int) -> AuthError {
        guard let ending, ending.epoch == epoch else { return .superseded }
        return AuthError(ending.code, "the session has ended in the meantime")
    }

    private func begin(_ uid: String?, after guest: String? = nil) {
        queue.reset(of: owner, isMerged: guest.map { owner?.hasSameBytes(as: $0) == true } ?? false)
        owner = uid
        epoch += 1
        lessons += 1
        retry?.cancel()
        retry = nil
        delivery = nil
        backoff.reset()
        refusals = [:]
        known = uid.flatMap { cache.read(for: $0).value }.map { .cached($0.profile) } ?? .nothing
        publish()
    }

    /// The counts of received profiles and of saves at this moment. Read this when you send a request, and pass it with
    /// the response to ``learn(_:since:)``.
    var moment: Moment { Moment(lessons: lessons, saves: savesUnderWay == 0 ? saves : nil) }

    /// Handles the server's response about the owner's profile. If another response has arrived since the request, the
    /// profile is used only if its version is higher than the known one.
    func learn(_ known: KnownProfile, since moment: Moment) {
        guard moment.lessons == lessons || known.version > self.known.version else {
            followOnboarding()
            return publish()
        }
        lessons += 1
        self.known = known
        if let owner, let told { queue.yield(to: told, for: owner) }
        // A change sent meanwhile may have changed the profile since.
        if moment.saves == saves, let owner, let told { queue.leaveOut(told, for: owner) }
        followOnboarding()
        if let profile = known.profile, let owner {
            // If saving fails, the next launch requests the profile again.
            try? cache.save(KeptProfile(profile), for: owner)
        } else {
            cache.clear()
        }
        publish()
    }

    /// Requests the current profile from the server. Returns the error that prevents it; nil for a success.
    func learnNewest() async -> AuthError? {
        guard let owner else { return lateness(of: epoch - 1) }
        let (epoch, moment) = (epoch, moment)
        let answer = await Result { () async throws(AuthError) in try await service.load(for: owner) }
        synchronize()
        guard epoch == self.epoch else { return lateness(of: epoch) }
        switch answer {
        case .failure(let error): return error
        case .success(let profile):
            learn(profile.map { .confirmed($0) } ?? .missing(.empty(of: owner, at: clock.now)), since: moment)
            return nil
        }
    }

    private func followOnboarding() {
        guard let owner, let told else { return }
        queue.update(for: owner) { $0.follow(told.onboarding) }
    }

    /// The profile as the server has sent it in this run; nil before that, because a profile stored on this device may
    /// be older than pending changes.
    var told: Profile? {
        if case .cached = known { nil } else { known.base }
    }

    func publish() {
        let origin: ProfileSnapshot.Origin = if case .confirmed = known { .server } else { .device }
        let snapshot = shown.map { profile in
            ProfileSnapshot(
                profile: profile, origin: origin, pendingFields: queue.changes.fields.map(\.name),
                rejection: refusal)
        }
        if snapshot != broadcast.state { broadcast.publish(snapshot) }
    }

    /// The error of the refused change that comes first by name; nil if none was refused. Its fields are the names of
    /// all refused changes, and then the other fields that the server reported, such as missing ones.
    private var refusal: AuthError? {
        let names = refusals.keys.sorted()
        let errors = names.compactMap { refusals[$0]?.error }
        guard var error = errors.first else { return nil }
        let named = errors.flatMap(\.fields).map { $0.hasPrefix("fields.") ? String($0.dropFirst(7)) : $0 }
        error.fields = (names + named).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        return error
    }
}

extension SignOutReason {
    /// True if the sign-out discards the user's unsent changes. The changes remain if the server has ended the session,
    /// because the user may sign in again, unless the account was deleted. They also remain if a launch finds no
    /// session, because it may have ended in the previous run.
    fileprivate var isFinal: Bool {
        switch self {
        case .byUser, .accountDeleted, .endedByOtherProcess: true
        case .ended(let code): code == .userDeleted
        case .noSession: false
        }
    }
}
