/// So many a minute or an hour on average, and so many at once.
///
/// What is kept of a sender is one number, the time at which all that they have sent is paid for (the generic cell rate
/// algorithm): each event puts it off by one interval, and who is too far ahead of the clock has to wait.
package struct RateLimit: Sendable, Hashable {
    /// The number of events in each period that can go on for ever.
    package let rate: Int
    package let period: RatePeriod
    /// The number of events that may come at once after a rest.
    package let burst: Int

    /// Makes a limit. Both numbers are at least one, and at most a million.
    package init(_ rate: Int, per period: RatePeriod, burst: Int) {
        self.rate = min(max(1, rate), Self.greatest)
        self.period = period
        self.burst = min(max(1, burst), Self.greatest)
    }

    /// Makes a limit whose rate is that of a minute.
    package init(perMinute rate: Int, burst: Int) { self.init(rate, per: .minute, burst: burst) }

    /// The greatest value of either number.
    package static let greatest = 1_000_000

    /// Nanoseconds that pay for one event.
    var interval: Int64 { period.nanoseconds / Int64(rate) }

    /// The limit of so many senders together.
    func times(_ senders: Int) -> RateLimit { RateLimit(rate * senders, per: period, burst: burst * senders) }

    /// Returns true if one more event is let in, without counting it.
    ///
    /// - Parameters:
    ///   - paidAt: When everything so far is paid for, in nanoseconds of a clock that only goes forward.
    ///   - now: The time by that clock.
    func verdict(paidAt: Int64, at now: Int64) -> RateVerdict {
        let ahead = max(paidAt, now) - now
        let excess = ahead + interval - interval * Int64(burst)
        return excess <= 0 ? .admitted : .refused(retryAfter: Self.seconds(excess))
    }

    /// Returns the time at which everything is paid for after one more event.
    ///
    /// Nobody owes more than a full burst: what is counted without being refused, as wrong credentials are, must not
    /// shut anybody out for longer than that.
    func paidAt(after paidAt: Int64, at now: Int64) -> Int64 {
        max(paidAt, min(max(paidAt, now) + interval, now + interval * Int64(burst)))
    }

    /// Returns the rest of the limit.
    func allowance(paidAt: Int64, at now: Int64) -> RateAllowance {
        let ahead = max(paidAt, now) - now
        return RateAllowance(
            limit: burst, remaining: Int(max(0, (interval * Int64(burst) - ahead) / interval)),
            resetAfter: ahead == 0 ? 0 : Self.seconds(ahead))
    }

    /// Whole seconds, rounded up and at least one, so that whoever waits that long is let in.
    private static func seconds(_ nanoseconds: Int64) -> Int {
        max(1, Int((nanoseconds + 999_999_999) / 1_000_000_000))
    }
}

/// The time over which a rate is stated.
package enum RatePeriod: String, Sendable {
    case minute = "perMinute"
    /// An hour, for what is rarer than once a minute.
    case hour = "perHour"

    /// Its length. A million of the longest are still far from the end of 64 bits.
    var nanoseconds: Int64 {
        switch self {
        case .minute: 60_000_000_000
        case .hour: 3_600_000_000_000
        }
    }

    /// The name of a rate's setting.
    package var setting: String { rawValue }
}

/// The rest of a limit.
package struct RateAllowance: Sendable, Hashable {
    /// The number of events that may come at once after a rest.
    package let limit: Int
    /// The number that may come now.
    package let remaining: Int
    /// Seconds until as many may come as after a rest.
    package let resetAfter: Int

    /// Returns the rest of two limits together.
    func and(_ other: RateAllowance) -> RateAllowance {
        RateAllowance(
            limit: min(limit, other.limit), remaining: min(remaining, other.remaining),
            resetAfter: max(resetAfter, other.resetAfter))
    }
}

/// A limit's verdict on an event.
package enum RateVerdict: Sendable, Hashable {
    /// It is let in.
    case admitted
    /// It is one too many now, and would not be after that many seconds.
    case refused(retryAfter: Int)

    /// Returns the verdict of both: a client that waits for the slower one is let in by both.
    func and(_ other: RateVerdict) -> RateVerdict {
        switch (self, other) {
        case (.admitted, _): other
        case (_, .admitted): self
        case (.refused(let one), .refused(let two)): .refused(retryAfter: max(one, two))
        }
    }
}
