package import Logging
package import SesameAccounts
package import SesameHTTP
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
    package func note(_ rule: RateLimitRule) { note(rule.name) }

    /// Counts a rejected connection, and logs it in the same way.
    package func note(_ limit: ConnectionLimit) { note(limit.rawValue) }

    private func note(_ name: String) {
        log.log(.notice, "limit reached", about: name, ["limit": .string(name)])
    }
}
