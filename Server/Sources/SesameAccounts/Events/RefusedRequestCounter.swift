import SesameWire

/// A counter of refused requests until they are recorded, so that a million requests cause a few rows, not a million.
/// Counts since the last record are lost if the server is killed.
final class RefusedRequestCounter: Sendable {
    /// The properties by which refusals are grouped.
    struct Key: Hashable, Sendable {
        let kind: SecurityEvent.Kind
        let app: AppID?
        let network: String?
        let code: String
    }

    private let counts = Locked<[Key: Int]>([:])
    private let limit: Int

    /// Creates a counter of at most that many keys at a time: refusals from further networks are counted without their
    /// network.
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
