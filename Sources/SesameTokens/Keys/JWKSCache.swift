import SesameWire

/// A cache of one issuer's public keys, fetched when needed and cached as ``JWKSPolicy`` defines.
///
/// Reading a cached key takes a lock and does not suspend. Concurrent callers share one fetch, and a canceled caller
/// does not cancel it for the others. A refused set counts as a failed fetch: the last good set stays in use, and the
/// pauses between requests to a failing source grow.
public final class JWKSCache: Sendable {
    /// The only URL that keys are fetched from.
    public let url: String
    /// The algorithm that tokens are signed with; keys for another algorithm are not returned.
    public let algorithm: JWSAlgorithm

    /// The result of a fetch, for a log.
    public enum Event: Sendable {
        /// A set with this number of usable keys was fetched.
        case fetched(keys: Int)
        /// The fetch failed: no response, a status other than 200, or an unusable set.
        case failed(reason: String)
    }

    private struct Shared {
        var state: JWKSCacheState
        var fetch: Task<Void, Never>?
    }

    private enum Course {
        case settled(Result<JSONWebKey, TokenError>)
        case after(Task<Void, Never>)
    }

    private let source: any JWKSSource
    private let clock: TokenClock
    private let observer: (@Sendable (Event) -> Void)?
    private let shared: Locked<Shared>

    /// Creates an empty cache. The first fetch happens when a key is first requested.
    public init(
        url: String,
        algorithm: JWSAlgorithm,
        source: some JWKSSource,
        policy: JWKSPolicy = JWKSPolicy(),
        clock: TokenClock = .system,
        observer: (@Sendable (Event) -> Void)? = nil
    ) {
        self.url = url
        self.algorithm = algorithm
        self.source = source
        self.clock = clock
        self.observer = observer
        shared = Locked(Shared(state: JWKSCacheState(algorithm: algorithm, policy: policy)))
    }

    /// Returns the cached key with the given id; nil if a fetch is needed first, or if the id is unknown. Takes only a
    /// lock and a look-up.
    public func cachedKey(_ keyID: String) -> JSONWebKey? {
        let now = clock.now
        let step = shared.withLock { $0.state.step(for: keyID, at: now, isFetching: false) }
        return if case .answer(.success(let key)) = step { key } else { nil }
    }

    /// Returns the key with the given id, and first fetches the set if needed. Throws ``TokenError/Reason/unknownKey``
    /// if the set does not contain the key, and ``TokenError/Reason/keysUnavailable`` if no usable set is cached, or if
    /// the cached set does not contain the key and the last fetch failed.
    public func key(_ keyID: String) async throws(TokenError) -> JSONWebKey {
        switch course(for: keyID) {
        case .settled(let answer):
            return try answer.get()
        case .after(let fetch):
            await fetch.value
            let now = clock.now
            return try shared.withLock { $0.state.answerAfterFetch(for: keyID, at: now) }.get()
        }
    }

    private func course(for keyID: String) -> Course {
        let now = clock.now
        return shared.withLock { shared in
            let step = shared.state.step(for: keyID, at: now, isFetching: shared.fetch != nil)
            switch step {
            case .answer(let answer):
                return .settled(answer)
            case .fetch:
                let fetch = shared.fetch ?? Task { await self.fetch() }
                shared.fetch = fetch
                shared.state.awaits(keyID)
                return .after(fetch)
            }
        }
    }

    private func fetch() async {
        do {
            let response = try await source.fetch(url)
            guard response.status == 200 else { return finish(failure: "status \(response.status)") }
            let keys = try JSONWebKeySet(parsing: response.body)
            guard keys.keys.contains(where: { $0.algorithm == algorithm }) else {
                return finish(failure: "no key for \(algorithm.rawValue)")
            }
            let now = clock.now
            shared.withLock { shared in
                shared.state.fetched(keys, maxAge: response.maxAge, at: now)
                shared.fetch = nil
            }
            observer?(.fetched(keys: keys.keys.count))
        } catch let error as TokenError {
            finish(failure: error.description)
        } catch {
            finish(failure: "no answer")
        }
    }

    private func finish(failure reason: String) {
        let now = clock.now
        shared.withLock { shared in
            shared.state.fetchFailed(at: now)
            shared.fetch = nil
        }
        observer?(.failed(reason: reason))
    }
}
