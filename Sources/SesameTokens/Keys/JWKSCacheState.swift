/// The state and decisions of a ``JWKSCache``, without I/O. The cache performs the returned steps.
struct JWKSCacheState: Sendable {
    /// The next step for a key id.
    enum Step: Sendable {
        case answer(Result<JSONWebKey, TokenError>)
        /// Wait for a fetch: the current one, or a new one.
        case fetch
    }

    private struct Entry {
        let keys: JSONWebKeySet
        let fetchedAt: TokenClock.Moment
        let lifetime: Duration
    }

    private let algorithm: JWSAlgorithm
    private let policy: JWKSPolicy
    private var entry: Entry?
    private var failures = 0
    private var nextAttempt: ContinuousClock.Instant?
    private var nextAttemptForUnknown: ContinuousClock.Instant?
    /// The key ids requested from the current fetch; at most as many as there are waiting callers.
    private var awaited: Set<String> = []

    init(algorithm: JWSAlgorithm, policy: JWKSPolicy) {
        self.algorithm = algorithm
        self.policy = policy
    }

    /// Returns the next step for a key id. `isFetching`: true if a fetch is in progress, which the caller can join.
    func step(for keyID: String, at now: TokenClock.Moment, isFetching: Bool) -> Step {
        let mayFetch = isFetching || isPast(nextAttempt, now)
        guard let entry, isUsable(entry, now) else {
            return mayFetch ? .fetch : .answer(.failure(unavailable(now)))
        }
        if let key = entry.keys.key(keyID, algorithm: algorithm) {
            return isFresh(entry, now) || !mayFetch ? .answer(.success(key)) : .fetch
        }
        let mayAsk = isFetching || failures > 0 || !isFresh(entry, now) || isPast(nextAttemptForUnknown, now)
        return mayFetch && mayAsk ? .fetch : .answer(.failure(missing(now)))
    }

    /// Records that a caller waits for the key with the given id from the current fetch.
    mutating func awaits(_ keyID: String) {
        awaited.insert(keyID)
    }

    /// Returns the result for a caller after a fetch, successful or not.
    func answerAfterFetch(for keyID: String, at now: TokenClock.Moment) -> Result<JSONWebKey, TokenError> {
        guard let entry, isUsable(entry, now) else { return .failure(unavailable(now)) }
        return entry.keys.key(keyID, algorithm: algorithm).map { .success($0) } ?? .failure(missing(now))
    }

    mutating func fetched(_ keys: JSONWebKeySet, maxAge: Duration?, at now: TokenClock.Moment) {
        let lifetime = min(max(maxAge ?? policy.minAge, policy.minAge), policy.maxAge)
        entry = Entry(keys: keys, fetchedAt: now, lifetime: lifetime)
        failures = 0
        nextAttempt = nil
        // The fetch served an unknown id, whatever its original purpose: the next fetch for an unknown id has to wait.
        // This is decided here and not when the caller resumes, because another caller could start a fetch in between.
        if awaited.contains(where: { keys.key($0, algorithm: algorithm) == nil }) {
            nextAttemptForUnknown = now.monotonic.advanced(by: policy.unknownKeyInterval)
        }
        awaited = []
    }

    mutating func fetchFailed(at now: TokenClock.Moment) {
        let pause = min(policy.initialBackoff * (1 << min(failures, 16)), policy.maxBackoff)
        failures += 1
        nextAttempt = now.monotonic.advanced(by: pause)
        awaited = []
    }

    /// Returns the error for a key id that is not in the set: ``TokenError/Reason/unknownKey``, or
    /// ``TokenError/Reason/keysUnavailable`` after a failed fetch, because the issuer may have published the key
    /// meanwhile.
    private func missing(_ now: TokenClock.Moment) -> TokenError {
        failures > 0 ? unavailable(now) : TokenError(.unknownKey, "no key with the token's key id")
    }

    private func unavailable(_ now: TokenClock.Moment) -> TokenError {
        let pause = nextAttempt.map { max(.seconds(1), now.monotonic.duration(to: $0)) } ?? .seconds(1)
        return TokenError(.keysUnavailable, "the issuer's keys cannot be fetched", retryAfter: pause)
    }

    private func isFresh(_ entry: Entry, _ now: TokenClock.Moment) -> Bool {
        now.elapsed(since: entry.fetchedAt) < entry.lifetime
    }

    private func isUsable(_ entry: Entry, _ now: TokenClock.Moment) -> Bool {
        now.elapsed(since: entry.fetchedAt) < entry.lifetime + policy.staleIfError
    }

    private func isPast(_ instant: ContinuousClock.Instant?, _ now: TokenClock.Moment) -> Bool {
        instant.map { $0 <= now.monotonic } ?? true
    }
}
