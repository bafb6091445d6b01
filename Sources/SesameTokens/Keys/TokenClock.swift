public import Foundation

/// The two clocks of the key cache. The age of a set is the greater of the two measured ages, so that setting the wall
/// clock back does not prolong its lifetime. Pauses follow the monotonic clock alone.
public struct TokenClock: Sendable {
    /// A moment on both clocks.
    struct Moment: Sendable {
        let wall: Date
        let monotonic: ContinuousClock.Instant

        /// Returns the time since an earlier moment, on the clock that advanced further.
        func elapsed(since earlier: Moment) -> Duration {
            max(.seconds(wall.timeIntervalSince(earlier.wall)), earlier.monotonic.duration(to: monotonic))
        }
    }

    private let wall: @Sendable () -> Date
    private let monotonic: @Sendable () -> ContinuousClock.Instant

    /// The system's wall clock and monotonic clock.
    public static let system = TokenClock(wall: { Date() }, monotonic: { .now })

    /// Creates clocks, for example for a test. The default of `monotonic` is the system's clock.
    public init(
        wall: @escaping @Sendable () -> Date,
        monotonic: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.wall = wall
        self.monotonic = monotonic
    }

    var now: Moment { Moment(wall: wall(), monotonic: monotonic()) }
}
