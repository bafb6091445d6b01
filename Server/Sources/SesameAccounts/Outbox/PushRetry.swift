import Foundation

/// The schedule of retries for pushes, emails and texts.
enum PushRetry {
    static let firstDelay: TimeInterval = 10
    static let maxDelay: TimeInterval = 600

    /// Returns the delay in seconds after the given number of failures: 10 s, doubled each time, at most ten minutes,
    /// and never less than the push service requires. A random addition of up to a quarter spreads the retries of
    /// simultaneous failures.
    static func delay(afterFailures failures: Int, retryAfter: TimeInterval?, chance: Double) -> TimeInterval {
        let ownDelay = min(firstDelay * pow(2, Double(max(0, failures - 1))), maxDelay)
        return max(ownDelay, retryAfter ?? 0) * (1 + 0.25 * chance)
    }
}
