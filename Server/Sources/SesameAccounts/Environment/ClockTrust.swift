/// The judgement of a wall clock by a steady one, which nobody sets: boot time, which also counts while a machine sleeps.
///
/// A wall clock that leaves the steady one by more than ``greatestJump`` is in doubt: it may be wrong now, or may have
/// been wrong before. Time then goes on from what was believed last, and nothing is removed by age. The clock is believed
/// again once it comes back, or after a restart. At a start there is nothing to compare it with but the time at which the
/// data were last used: a clock before that time is in doubt until it has reached it. A long stop is no jump.
struct ClockTrust: Sendable, Equatable {
    /// The greatest difference that is believed, in milliseconds.
    static let greatestJump: Int64 = 3_600_000
    /// The milliseconds of difference that count as the clocks' own drift at each ``settle(wall:steady:)``.
    static let drift: Int64 = 25_000

    /// The wall clock minus the steady one, when the wall clock was last believed; nil if it never was.
    private var offset: Int64?
    /// The last use of the data, by a trusted clock.
    private let lastUse: Int64

    /// - Parameter lastUse: The time at which the data were last used, in milliseconds since 1970.
    init(lastUse: Int64 = 0) {
        self.lastUse = lastUse
    }

    /// A time, and whether the wall clock is believed.
    struct Reading: Equatable {
        let now: Int64
        let isTrusted: Bool
    }

    /// Reads the time from both clocks, in milliseconds.
    mutating func read(wall: Int64, steady: Int64) -> Reading {
        if let offset {
            let expected = steady &+ offset
            let isTrusted = abs(wall &- expected) <= Self.greatestJump
            return Reading(now: isTrusted ? wall : expected, isTrusted: isTrusted)
        }
        guard wall >= lastUse - Self.greatestJump else {
            return Reading(now: wall, isTrusted: false)
        }
        offset = wall &- steady
        return Reading(now: wall, isTrusted: true)
    }

    /// Takes a small part of the difference between the clocks for drift. Without it years of drift would look like a
    /// jump.
    ///
    /// - Returns: True if the wall clock is believed.
    mutating func settle(wall: Int64, steady: Int64) -> Bool {
        guard read(wall: wall, steady: steady).isTrusted, let offset else { return false }
        self.offset = offset + min(max(wall &- steady &- offset, -Self.drift), Self.drift)
        return true
    }
}
