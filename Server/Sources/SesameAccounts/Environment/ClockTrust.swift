/// A plausibility check of the wall clock against a monotonic one: boot time, which also counts while a machine sleeps.
///
/// A wall clock that deviates from the monotonic one by more than ``maxDifference`` is in doubt: it may be wrong now,
/// or may have been wrong before. Time then continues from the last trusted value, and nothing is removed by age. The
/// clock is trusted again once it agrees with the monotonic one, or after a restart. At a start, the only reference is
/// the time at which the data were last used: a wall clock that is behind that time by more than ``maxDifference`` is
/// in doubt. A long stop is not a jump.
struct ClockTrust: Sendable, Equatable {
    /// The maximum trusted difference between the clocks: an hour, in milliseconds.
    static let maxDifference: Int64 = 3_600_000
    /// The maximum difference that one ``settle(wall:steady:)`` attributes to drift, in milliseconds.
    static let drift: Int64 = 25_000

    /// The wall clock minus the monotonic one, when the wall clock was last trusted; nil if it never was.
    private var offset: Int64?
    /// The time of the last use of the data, by a trusted clock, in milliseconds since 1970.
    private let lastUse: Int64

    /// Creates a check that does not trust the wall clock while it is more than ``maxDifference`` before the last use
    /// of the data.
    ///
    /// - Parameter lastUse: The time at which the data were last used, in milliseconds since 1970.
    init(lastUse: Int64 = 0) {
        self.lastUse = lastUse
    }

    /// A time in milliseconds since 1970, with a flag that is true if the wall clock is trusted.
    struct Reading: Equatable {
        let now: Int64
        let isTrusted: Bool
    }

    /// Returns the wall clock's time if it is plausible or was never trusted, otherwise the time that follows from the
    /// monotonic clock. All times are in milliseconds.
    mutating func read(wall: Int64, steady: Int64) -> Reading {
        if let offset {
            let expected = steady &+ offset
            let isTrusted = abs(wall &- expected) <= Self.maxDifference
            return Reading(now: isTrusted ? wall : expected, isTrusted: isTrusted)
        }
        guard wall >= lastUse - Self.maxDifference else {
            return Reading(now: wall, isTrusted: false)
        }
        offset = wall &- steady
        return Reading(now: wall, isTrusted: true)
    }

    /// Attributes a small part of the clocks' difference to drift. Otherwise years of drift would look like a jump.
    ///
    /// - Returns: True if the wall clock is trusted.
    mutating func settle(wall: Int64, steady: Int64) -> Bool {
        guard read(wall: wall, steady: steady).isTrusted, let offset else { return false }
        self.offset = offset + min(max(wall &- steady &- offset, -Self.drift), Self.drift)
        return true
    }
}
