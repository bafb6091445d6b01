import SesameCore

/// The wait before what failed is tried again: longer each time, and not the same for all devices, so that a server
/// that comes back is not met by all of them at once.
struct Backoff: Sendable, Equatable {
    private static let first = 2.0
    private static let longest = 900.0

    private var failures = 0

    /// The wait after one more failure: between half and all of two seconds, doubled each time up to a quarter of an
    /// hour; never shorter than the server has asked for.
    mutating func next(after error: AuthError, random: Double) -> Duration {
        var ceiling = Self.first
        for _ in 0..<failures where ceiling < Self.longest { ceiling *= 2 }
        failures += 1
        let wait = Duration.seconds(min(ceiling, Self.longest) * (0.5 + random / 2))
        return max(wait, error.retryAfter ?? .zero)
    }

    /// It has worked, or there is a reason to think that it will.
    mutating func reset() {
        failures = 0
    }
}
