import SesameCore

/// The wait before a retry. The wait grows with each failure, and differs between devices, so that they do not all
/// reach a recovered server at once.
struct Backoff: Sendable, Equatable {
    private static let first = 2.0
    private static let longest = 900.0

    private var failures = 0

    /// Returns the wait after a failure: a random time from half of the limit up to the limit, which is two seconds at
    /// first and doubles with each failure, up to 15 minutes. The wait is never shorter than the server requires.
    /// - Parameter random: A random number from 0 up to 1.
    mutating func next(after error: AuthError, random: Double) -> Duration {
        var ceiling = Self.first
        for _ in 0..<failures where ceiling < Self.longest { ceiling *= 2 }
        failures += 1
        let wait = Duration.seconds(min(ceiling, Self.longest) * (0.5 + random / 2))
        return max(wait, error.retryAfter ?? .zero)
    }

    /// Resets the wait, after a success or a reason to expect one.
    mutating func reset() {
        failures = 0
    }
}
