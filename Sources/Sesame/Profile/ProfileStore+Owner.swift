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
            if owner?.hasSameBytes(as: user.uid) != true { begin(user.uid) }
            if queue.load(for: user.uid) { publish() }
        case .signedOut(let reason):
            if owner != nil { begin(nil) }
            if reason.isFinal { queue.drop() }
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
        drafts.reset()
        queue.reset()
        known = uid.flatMap { cache.read(for: $0).value }.map { .remembered($0) } ?? .nothing
        publish()
    }

    /// Takes in what the server has said about the owner's profile. What was learnt since it was asked is newer, unless
    /// it says less.
    func learn(_ known: KnownProfile, since lessons: Int) {
        guard lessons == self.lessons || known.version > self.known.version else { return publish() }
        self.lessons += 1
        self.known = known
        if let profile = known.profile, let owner {
            // What cannot be kept is asked for again at the next launch.
            try? cache.save(profile, for: owner)
        } else {
            cache.clear()
        }
        publish()
    }

    func publish() {
        let origin: ProfileSnapshot.Origin = if case .confirmed = known { .server } else { .device }
        let names = refusals.keys.sorted()
        let snapshot = shown.map { profile in
            ProfileSnapshot(
                profile: profile, origin: origin, waiting: queue.changes.fields.members.map(\.name),
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
