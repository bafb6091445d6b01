import SesameWire

/// A counter of equal log messages. It lets one through from time to time, so that a flood of requests does not flood
/// the log.
package final class RepetitionCounter<Key: Hashable & Sendable>: Sendable {
    private struct Tally {
        var count = 0
        var silentUntil: ContinuousClock.Instant?
    }

    private let pause: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let tallies = Locked<[Key: Tally]>([:])

    /// - Parameter pause: The shortest time between two messages with the same key. There should be few keys.
    package init(pause: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.pause = pause
        self.now = now
    }

    /// Counts a message. Returns the number of messages since the last one that was let through, with this one; nil if
    /// the message must not be logged.
    package func count(_ key: Key) -> Int? {
        let now = now()
        return tallies.withLock { tallies in
            var tally = tallies[key] ?? Tally()
            defer { tallies[key] = tally }
            tally.count += 1
            if let until = tally.silentUntil, now < until { return nil }
            tally.silentUntil = now.advanced(by: pause)
            defer { tally.count = 0 }
            return tally.count
        }
    }
}
