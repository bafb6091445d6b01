package import Logging
package import SesameAccounts
import SesameSurface

/// A log of exceeded rate limits: the limit's name and the number of times, at most every ten seconds, so that a flood
/// of requests does not flood the log. It never identifies the client.
package final class RateLimitLog: Sendable {
    private let log: RepetitionLog

    package init(logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        log = RepetitionLog(logger, pause: .seconds(10), now: now)
    }

    /// Counts a rejected request, and writes the count to the log unless the last entry for the limit is less than ten
    /// seconds old.
    package func note(_ rule: RateLimitRule) {
        log.log(.notice, "limit reached", about: rule.name, ["limit": .string(rule.name)])
    }
}
