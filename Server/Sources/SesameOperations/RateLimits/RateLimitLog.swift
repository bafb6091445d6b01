package import Logging
package import SesameAccounts
import SesameWire

/// A log of exceeded rate limits: the limit's name and the number of times, at most every ten seconds, so that a flood
/// of requests does not flood the log. It never identifies the client.
package final class RateLimitLog: Sendable {
    private struct Tally {
        var hits = 0
        var silentUntil: ContinuousClock.Instant?
    }

    private static let pause = Duration.seconds(10)

    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let tallies = Locked([RateLimitRule: Tally]())

    package init(logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.logger = logger
        self.now = now
    }

    /// Counts a rejected request, and writes the count to the log unless the last entry for the limit is less than ten
    /// seconds old.
    package func note(_ rule: RateLimitRule) {
        let now = now()
        let hits = tallies.withLock { tallies -> Int? in
            var tally = tallies[rule] ?? Tally()
            defer { tallies[rule] = tally }
            tally.hits += 1
            if let until = tally.silentUntil, now < until { return nil }
            tally.silentUntil = now.advanced(by: Self.pause)
            defer { tally.hits = 0 }
            return tally.hits
        }
        guard let hits else { return }
        logger.notice("limit reached", metadata: ["limit": .string(rule.name), "times": .stringConvertible(hits)])
    }
}
