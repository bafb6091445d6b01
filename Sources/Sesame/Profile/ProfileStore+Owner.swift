import SesameCore
import SesameWire

extension ProfileStore {
    /// The profile as it is shown.
    var shown: Profile? {
        // What a person has begun is not begun again, though the server has nothing of it yet.
        if case .missing(let empty) = known { return queue.changes.isEmpty ? nil : queue.changes.applied(to: empty) }
        return known.profile.map { queue.changes.applied(to: $0) }
    }

    /// Takes in who is signed in by now: a stream may lag behind.
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

    /// The error of a call that was made in that epoch, whose person has gone meanwhile: the end of their session, where
    /// the server has said so.
    func lateness(of epoch: Int) -> AuthError {
        guard let ending, ending.epoch == epoch else { return .superseded }
        return AuthError(ending.code, "the session has ended meanwhile")
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
        known = uid.flatMap { cache.read(for: $0).value }.map { .remembered($0.profile) } ?? .nothing
        publish()
    }

    /// Now, to be handed in with what the server says to a question that is asked now.
    var moment: Moment { Moment(lessons: lessons, saves: savesUnderWay == 0 ? saves : nil) }

    /// Takes in what the server has said about the owner's profile. What was learnt since it was asked is newer, unless
    /// it says less.
    func learn(_ known: KnownProfile, since moment: Moment) {
        guard moment.lessons == lessons || known.version > self.known.version else {
            followOnboarding()
            return publish()
        }
        lessons += 1
        self.known = known
        if let owner, let told { queue.yield(to: told, for: owner) }
        // What was sent meanwhile may have changed it since.
        if moment.saves == saves, let owner, let told { queue.leaveOut(told, for: owner) }
        followOnboarding()
        if let profile = known.profile, let owner {
            // What cannot be kept is asked for again at the next launch.
            try? cache.save(KeptProfile(profile), for: owner)
        } else {
            cache.clear()
        }
        publish()
    }

    /// Asks the server for the profile as it is now. Returns what stands in the way.
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

    /// The profile as the server has told of it in this run. What this device remembers may be older than what waits.
    var told: Profile? {
        if case .remembered = known { nil } else { known.base }
    }

    func publish() {
        let origin: ProfileSnapshot.Origin = if case .confirmed = known { .server } else { .device }
        let snapshot = shown.map { profile in
            ProfileSnapshot(
                profile: profile, origin: origin, waiting: queue.changes.fields.map(\.name), refusal: refusal)
        }
        if snapshot != broadcast.state { broadcast.publish(snapshot) }
    }

    /// The error of the first change that was refused, with the names of all, and after them what else their errors name,
    /// such as fields that are missing.
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
    /// True if what the person had still to send goes with them. A session that the server has ended, they may begin
    /// again; and "no session" at a launch may be the rest of that.
    fileprivate var isFinal: Bool {
        switch self {
        case .requested, .accountDeleted, .elsewhere: true
        case .ended(let code): code == .userDeleted
        case .noSession: false
        }
    }
}
