import SesameWire

/// An in-memory counter of refused requests. Only totals are recorded, so that a million requests add a few rows.
/// Totals not yet recorded are lost if the server is killed.
final class RefusedRequestCounter: Sendable {
    /// The group of a refusal: refusals with equal keys are counted together.
    struct Key: Hashable, Sendable {
        let kind: SecurityEvent.Kind
        let app: AppID?
        let network: String?
        let code: String
    }

    private let counts = Locked<[Key: Int]>([:])
    private let limit: Int

    /// Creates a counter with a maximum number of keys at a time: refusals with further keys are counted without their
    /// app and network.
    init(limit: Int = 256) {
        self.limit = limit
    }

    func count(_ key: Key) {
        counts.withLock { counts in
            let isKnown = counts[key] != nil || counts.count < limit
            let counted = isKnown ? key : Key(kind: key.kind, app: nil, network: nil, code: key.code)
            counts[counted, default: 0] += 1
        }
    }

    /// Returns all counts, and resets them.
    func take() -> [(Key, Int)] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts.map { ($0.key, $0.value) }
        }
    }
}
