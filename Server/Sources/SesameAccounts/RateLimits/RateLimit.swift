/// An average rate per minute or hour, with a burst.
///
/// The state of a sender is one number, the theoretical arrival time of the generic cell rate algorithm: each event
/// moves it by one interval, and a sender that is too far ahead of the clock has to wait.
package struct RateLimit: Sendable, Hashable {
    /// The sustained number of events in each period.
    package let rate: Int
    package let period: RatePeriod
    /// The number of events allowed at once after a pause.
    package let burst: Int

    /// Creates a limit. Both numbers are clamped to the range from one to ``maxValue``.
    package init(_ rate: Int, per period: RatePeriod, burst: Int) {
        self.rate = min(max(1, rate), Self.maxValue)
        self.period = period
        self.burst = min(max(1, burst), Self.maxValue)
    }

    package init(perMinute rate: Int, burst: Int) { self.init(rate, per: .minute, burst: burst) }

    /// The maximum of ``rate`` and ``burst``.
    package static let maxValue = 1_000_000

    /// The interval between events at the sustained rate, in nanoseconds.
    var interval: Int64 { period.nanoseconds / Int64(rate) }

    /// Returns the limit with its rate and burst multiplied by a number of senders.
    func times(_ senders: Int) -> RateLimit { RateLimit(rate * senders, per: period, burst: burst * senders) }

    /// Returns the decision on one more event, without counting it.
    ///
    /// - Parameters:
    ///   - theoreticalArrivalTime: The sender's state, in nanoseconds of a monotonic clock.
    ///   - now: The current time of that clock.
    func verdict(theoreticalArrivalTime: Int64, at now: Int64) -> RateLimitDecision {
        let ahead = max(theoreticalArrivalTime, now) - now
        let excess = ahead + interval - interval * Int64(burst)
        return excess <= 0 ? .admitted : .refused(retryAfter: Self.seconds(excess))
    }

    /// Returns the theoretical arrival time after one more event, in nanoseconds.
    ///
    /// The debt is never more than a full burst: events that are counted without being refused, such as wrong
    /// credentials, must not block a sender for longer.
    func theoreticalArrivalTime(after theoreticalArrivalTime: Int64, at now: Int64) -> Int64 {
        max(theoreticalArrivalTime, min(max(theoreticalArrivalTime, now) + interval, now + interval * Int64(burst)))
    }

    /// Returns the limit, the remaining events and the seconds until the reset.
    func allowance(theoreticalArrivalTime: Int64, at now: Int64) -> RemainingQuota {
        let ahead = max(theoreticalArrivalTime, now) - now
        return RemainingQuota(
            limit: burst, remaining: Int(max(0, (interval * Int64(burst) - ahead) / interval)),
            resetAfter: ahead == 0 ? 0 : Self.seconds(ahead))
    }

    /// Returns whole seconds, rounded up and at least one, so that a client that waits for them is admitted.
    private static func seconds(_ nanoseconds: Int64) -> Int {
        max(1, Int((nanoseconds + 999_999_999) / 1_000_000_000))
    }
}

/// The unit of time of a rate.
package enum RatePeriod: String, Sendable {
    case minute = "perMinute"
    /// An hour, for events that are rarer than one a minute.
    case hour = "perHour"

    /// The length of the period in nanoseconds. A million times the longest period still fits in 64 bits.
    var nanoseconds: Int64 {
        switch self {
        case .minute: 60_000_000_000
        case .hour: 3_600_000_000_000
        }
    }

    /// The name of the setting for a rate with this period.
    package var setting: String { rawValue }
}

/// The remaining quota of a rate limit, for response headers.
package struct RemainingQuota: Sendable, Hashable {
    /// The number of events allowed at once after a pause.
    package let limit: Int
    /// The number of events allowed now.
    package let remaining: Int
    /// The seconds until the full burst is available.
    package let resetAfter: Int

    /// Returns the combined remaining quota of two limits: the lower numbers and the later reset.
    func and(_ other: RemainingQuota) -> RemainingQuota {
        RemainingQuota(
            limit: min(limit, other.limit), remaining: min(remaining, other.remaining),
            resetAfter: max(resetAfter, other.resetAfter))
    }
}

package enum RateLimitDecision: Sendable, Hashable {
    /// The event is allowed.
    case admitted
    /// The event exceeds the limit; it would be allowed after the given number of seconds.
    case refused(retryAfter: Int)

    /// Returns the combined decision of two limits: admitted if both admit the event, otherwise refused for the longer
    /// wait.
    func and(_ other: RateLimitDecision) -> RateLimitDecision {
        switch (self, other) {
        case (.admitted, _): other
        case (_, .admitted): self
        case (.refused(let one), .refused(let two)): .refused(retryAfter: max(one, two))
        }
    }
}
