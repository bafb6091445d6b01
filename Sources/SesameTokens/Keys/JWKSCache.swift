import SesameWire

/// One issuer's public keys, fetched when needed and kept as ``JWKSPolicy`` says.
///
/// A key that is at hand is read under a lock, without suspension. Any number of callers share one fetch, and a
/// cancelled caller does not cancel it for the others. A set that is refused counts as a failed fetch: the last good
/// one stays in use, and a source that is down is asked less and less often.
public final class JWKSCache: Sendable {
    /// The only address that keys are taken from.
    public let url: String
    /// The algorithm that the keys are for.
    public let algorithm: JWSAlgorithm

    /// The result of a fetch, for a log.
    public enum Event: Sendable {
        /// A set with that many usable keys.
        case fetched(keys: Int)
        /// No answer, a status other than 200, or a set that may not be used.
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

    /// An empty cache; nothing is fetched before the first key is asked for.
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

    /// The key with that id, if it can be used without asking the source: a lock and a look-up.
    public func cachedKey(_ keyID: String) -> JSONWebKey? {
        let now = clock.now
        let step = shared.withLock { $0.state.step(for: keyID, at: now, isFetching: false) }
        return if case .answer(.success(let key)) = step { key } else { nil }
    }

    /// The key with that id, after a fetch where one is due. Throws ``TokenError/Reason/unknownKey``, or
    /// ``TokenError/Reason/keysUnavailable`` when nothing usable is at hand, or a newer set cannot be fetched.
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
                shared.state.fetched(keys, maximumAge: response.maximumAge, at: now)
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
