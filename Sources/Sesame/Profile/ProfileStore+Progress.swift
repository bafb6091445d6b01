import SesameWire

extension ProfileStore {
    /// Returns the state of the onboarding that this device knows; nil if it knows none, or another user is signed in.
    public func cachedState(for uid: String) async -> OnboardingState? {
        synchronize()
        guard owner?.hasSameBytes(as: uid) == true else { return nil }
        return shown?.progress
    }

    /// A stream of the onboarding's state, with pending changes, and then of each change. Every access creates a new
    /// stream.
    public nonisolated var progress: AsyncStream<OnboardingProgress> {
        let (stream, listener) = AsyncStream<OnboardingProgress>.makeStream()
        let following = Task { [snapshots] in
            var last: OnboardingProgress?
            for await snapshot in snapshots {
                let next = (snapshot?.profile).map { OnboardingProgress(uid: $0.uid, state: $0.progress) }
                if let next, next != last { listener.yield(next) }
                last = next
            }
            listener.finish()
        }
        listener.onTermination = { _ in following.cancel() }
        return stream
    }
}
