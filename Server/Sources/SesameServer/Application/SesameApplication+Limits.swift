import Logging
import SesameAccounts
import SesameOperations

extension SesameApplication {
    /// Returns the rate limiter; nil if rate limits are off.
    static func limiter(_ limits: ServerRateLimits, _ metrics: ServerMetrics, _ log: RateLimitLog) -> RateLimiter? {
        guard limits.isEnabled else { return nil }
        return RateLimiter(
            limits.settings, apps: limits.apps, isExempt: limits.exempts,
            observer: { rule in
                metrics.limited(rule)
                log.note(rule)
            })
    }
}
