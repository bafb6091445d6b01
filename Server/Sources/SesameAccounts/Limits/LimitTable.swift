/// Rate-limit counters per sender, in fixed memory.
///
/// A sender has one of eight places, by a hash that nobody outside can foresee. Where all eight are taken by others that
/// still owe, the newcomer takes the place of who owes least, **and what that one owes**. So a place is never paid off
/// by being lost: who comes back to a full row owes at least what they owed, since the least of a row only grows. A flood
/// of made-up senders can make newcomers wait. It can buy nobody anything.
struct LimitTable: Sendable {
    private struct Place {
        var sender: UInt64 = 0
        var paidAt: Int64 = 0
    }

    private static let width = 8
    /// None until the first event: a table that nobody needs takes no memory.
    private var places: [Place] = []
    private let size: Int
    private let mask: UInt64

    /// A table with room for that many senders, rounded up to a power of two of at least eight.
    init(room: Int) {
        var size = Self.width
        while size < room { size *= 2 }
        self.size = size
        mask = UInt64(size / Self.width - 1)
    }

    /// Counts an event if the limit lets it in.
    mutating func admit(_ sender: UInt64, by limit: RateLimit, at now: Int64) -> RateVerdict {
        makePlaces()
        let place = place(of: sender, at: now)
        let verdict = limit.verdict(paidAt: places[place].paidAt, at: now)
        if verdict == .admitted { take(place, sender, by: limit, at: now) }
        return verdict
    }

    /// Counts an event that has happened.
    mutating func count(_ sender: UInt64, by limit: RateLimit, at now: Int64) {
        makePlaces()
        take(place(of: sender, at: now), sender, by: limit, at: now)
    }

    /// Returns the limit's verdict on an event, without counting it.
    func verdict(_ sender: UInt64, by limit: RateLimit, at now: Int64) -> RateVerdict {
        limit.verdict(paidAt: paidAt(by: sender, at: now), at: now)
    }

    /// Returns the rest of the limit.
    func allowance(_ sender: UInt64, by limit: RateLimit, at now: Int64) -> RateAllowance {
        limit.allowance(paidAt: paidAt(by: sender, at: now), at: now)
    }

    private func paidAt(by sender: UInt64, at now: Int64) -> Int64 {
        places.isEmpty ? Place().paidAt : places[place(of: sender, at: now)].paidAt
    }

    private mutating func makePlaces() {
        if places.isEmpty { places = Array(repeating: Place(), count: size) }
    }

    private mutating func take(_ place: Int, _ sender: UInt64, by limit: RateLimit, at now: Int64) {
        let paidAt = limit.paidAt(after: places[place].paidAt, at: now)
        places[place] = Place(sender: sender, paidAt: paidAt)
    }

    /// The sender's place; else one whose holder owes nothing any more; else the one that owes least.
    private func place(of sender: UInt64, at now: Int64) -> Int {
        let first = Int(sender & mask) * Self.width
        var least = first
        for place in first..<first + Self.width {
            if places[place].sender == sender { return place }
            if places[place].paidAt < places[least].paidAt { least = place }
        }
        return least
    }
}
