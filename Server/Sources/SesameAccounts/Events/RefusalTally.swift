import SesameWire

/// Counts refused requests until they are noted: whoever sends a million of them makes a few rows, not a million. What was
/// counted since the last time is lost when the server is killed.
final class RefusalTally: Sendable {
    /// The values that are counted together.
    struct Key: Hashable, Sendable {
        let kind: SecurityEvent.Kind
        let app: AppID?
        let network: String?
        let code: String
    }

    private let counts = Locked<[Key: Int]>([:])
    private let limit: Int

    /// A tally of at most that many different keys at a time: what comes from more networks is counted without.
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

    /// Everything that was counted, which is forgotten.
    func take() -> [(Key, Int)] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts.map { ($0.key, $0.value) }
        }
    }
}
