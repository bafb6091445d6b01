import Foundation

/// The schedule of retries of a push.
enum PushRetry {
    static let firstDelay: TimeInterval = 10
    static let greatestDelay: TimeInterval = 600

    /// Returns the seconds to wait after so many failures: 10 s, doubled each time, at most ten minutes, and never less
    /// than the service asked for. Up to a quarter more at random, so that what failed together is not tried together.
    static func delay(afterFailures failures: Int, retryAfter: TimeInterval?, chance: Double) -> TimeInterval {
        let ownDelay = min(firstDelay * pow(2, Double(max(0, failures - 1))), greatestDelay)
        return max(ownDelay, retryAfter ?? 0) * (1 + 0.25 * chance)
    }
}
