/// Rate-limit counters per sender, in fixed memory.
///
/// A sender has one of eight slots, selected by a secret hash that outsiders cannot predict. If all eight belong to
/// other senders that still have debt, a new sender takes the slot with the least debt, **including the debt**. So
/// losing a slot never clears a debt: a sender that returns to a full bucket has at least its former debt, because the
/// minimum of a bucket only grows. A flood of invented senders can make new senders wait, but cannot reset any limit.
struct RateLimitTable: Sendable {
    private struct Place {
        var sender: UInt64 = 0
        var theoreticalArrivalTime: Int64 = 0
    }

    private static let width = 8
    /// The slots of the table, allocated at the first event.
    private var places: [Place] = []
    private let size: Int
    private let mask: UInt64

    /// Creates an empty table.
    ///
    /// - Parameter room: The number of senders, rounded up to a power of two of at least eight.
    init(room: Int) {
        var size = Self.width
        while size < room { size *= 2 }
        self.size = size
        mask = UInt64(size / Self.width - 1)
    }

    /// Counts an event if the limit allows it, and returns the limit's decision.
    mutating func admit(_ sender: UInt64, by limit: RateLimit, at now: Int64) -> RateLimitDecision {
        makePlaces()
        let place = place(of: sender, at: now)
        let verdict = limit.verdict(theoreticalArrivalTime: places[place].theoreticalArrivalTime, at: now)
        if verdict == .admitted { take(place, sender, by: limit, at: now) }
        return verdict
    }

    /// Counts an event that has happened, even beyond the limit.
    mutating func count(_ sender: UInt64, by limit: RateLimit, at now: Int64) {
        makePlaces()
        take(place(of: sender, at: now), sender, by: limit, at: now)
    }

    /// Returns the limit's decision on an event, without counting it.
    func verdict(_ sender: UInt64, by limit: RateLimit, at now: Int64) -> RateLimitDecision {
        limit.verdict(theoreticalArrivalTime: theoreticalArrivalTime(of: sender, at: now), at: now)
    }

    /// Returns the limit, the remaining events and the seconds until the reset.
    func allowance(_ sender: UInt64, by limit: RateLimit, at now: Int64) -> RemainingQuota {
        limit.allowance(theoreticalArrivalTime: theoreticalArrivalTime(of: sender, at: now), at: now)
    }

    private func theoreticalArrivalTime(of sender: UInt64, at now: Int64) -> Int64 {
        places.isEmpty ? Place().theoreticalArrivalTime : places[place(of: sender, at: now)].theoreticalArrivalTime
    }

    private mutating func makePlaces() {
        if places.isEmpty { places = Array(repeating: Place(), count: size) }
    }

    private mutating func take(_ place: Int, _ sender: UInt64, by limit: RateLimit, at now: Int64) {
        let theoreticalArrivalTime = limit.theoreticalArrivalTime(after: places[place].theoreticalArrivalTime, at: now)
        places[place] = Place(sender: sender, theoreticalArrivalTime: theoreticalArrivalTime)
    }

    /// Returns the sender's slot; if there is none, the slot with the least debt.
    private func place(of sender: UInt64, at now: Int64) -> Int {
        let first = Int(sender & mask) * Self.width
        var least = first
        for place in first..<first + Self.width {
            if places[place].sender == sender { return place }
            if places[place].theoreticalArrivalTime < places[least].theoreticalArrivalTime { least = place }
        }
        return least
    }
}
