import SesameCore

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
            if owner?.hasSameBytes(as: user.uid) != true {
                begin(user.uid)
                drafts.begin(user.uid)
            }
            if queue.load(for: user.uid) {
                followOnboarding()
                publish()
            }
        case .signedOut(let reason):
            if owner != nil { begin(nil) }
            if reason.isFinal {
                queue.drop()
                drafts.giveUp()
            }
        }
    }

    private func begin(_ uid: String?) {
        owner = uid
        epoch += 1
        lessons += 1
        retry?.cancel()
        retry = nil
        delivery = nil
        backoff.reset()
        refusals = [:]
        queue.reset()
        known = uid.flatMap { cache.read(for: $0).value }.map { .remembered($0) } ?? .nothing
        publish()
    }

    /// Now, to be handed in with what the server says to a question that is asked now.
    var moment: Moment { Moment(lessons: lessons, saves: savesUnderWay == 0 ? saves : nil) }

    /// Takes in what the server has said about the owner's profile. What was learnt since it was asked is newer, unless
    /// it says less.
    func learn(_ known: KnownProfile, since moment: Moment) {
        guard moment.lessons == lessons || known.version > self.known.version else { return publish() }
        lessons += 1
        self.known = known
        // What was sent meanwhile may have changed it since.
        if moment.saves == saves, let owner, let base = known.base {
            let before = queue.changes
            queue.update(for: owner) { $0.leaveOut(base) }
            acknowledgeDrafts(before)
        }
        followOnboarding()
        if let profile = known.profile, let owner {
            // What cannot be kept is asked for again at the next launch.
            try? cache.save(profile, for: owner)
        } else {
            cache.clear()
        }
        publish()
    }

    /// Asks the server for the profile as it is now. Returns what stands in the way.
    func learnNewest(_ epoch: Int) async -> AuthError? {
        guard let owner else { return .superseded }
        let moment = moment
        let answer = await Result { () async throws(AuthError) in try await service.load(for: owner) }
        synchronize()
        guard epoch == self.epoch else { return .superseded }
        switch answer {
        case .failure(let error): return error
        case .success(let profile):
            learn(profile.map { .confirmed($0) } ?? .missing(.empty(of: owner, at: clock.now)), since: moment)
            return nil
        }
    }

    private func followOnboarding() {
        guard let owner, let base = known.base else { return }
        // What this device remembers may be older than what waits.
        if case .remembered = known { return }
        queue.update(for: owner) { $0.follow(base.onboarding) }
    }

    /// The server has what was pending and is pending no more.
    func acknowledgeDrafts(_ before: PendingChanges) {
        let names = queue.changes.names
        for name in before.names where !names.contains(where: { $0.hasSameBytes(as: name) }) {
            drafts.acknowledge(name)
        }
    }

    func publish() {
        let origin: ProfileSnapshot.Origin = if case .confirmed = known { .server } else { .device }
        let names = refusals.keys.sorted()
        let snapshot = shown.map { profile in
            ProfileSnapshot(
                profile: profile, origin: origin, waiting: queue.changes.fields.map(\.name),
                refusal: names.first.flatMap { refusals[$0] }.map { ProfileRefusal(fields: names, error: $0) })
        }
        if snapshot != broadcast.state { broadcast.publish(snapshot) }
    }
}

extension SignOutReason {
    /// Whether what the person had still to send goes with them. A session that the server has ended, they may begin
    /// again; and "no session" at a launch may be the rest of that.
    fileprivate var isFinal: Bool {
        switch self {
        case .requested, .accountDeleted, .elsewhere: true
        case .ended(let code): code == .userDeleted
        case .noSession: false
        }
    }
}
