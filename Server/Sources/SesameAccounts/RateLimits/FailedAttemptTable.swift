/// Counters of consecutive wrong passwords and codes per sender, in fixed memory. A sender is a name, a name with a
/// network, or a known device.
///
/// The first failures are free; then the wait doubles with each failure, up to ``maxWait``. No user is locked out
/// permanently, and the right password works after the wait. A bucket of slots works as in ``RateLimitTable``: a new
/// sender in a full bucket inherits the wait of the sender with the fewest failures, so a flood of invented names
/// cannot reset any wait.
struct FailedAttemptTable: Sendable {
    private struct Place {
        var sender: UInt64 = 0
        var failures = 0
        var at: Int64 = 0
    }

    /// The longest wait, in nanoseconds: 15 minutes.
    static let maxWait: Int64 = 900 * second
    /// The time without a failure after which a sender's failures no longer count, in nanoseconds: a day.
    static let memory: Int64 = 86_400 * second
    private static let second: Int64 = 1_000_000_000
    private static let width = 8

    private var places: [Place] = []
    private let free: Int
    private let size: Int
    private let mask: UInt64

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - free: The number of failures before the first wait, which is one second.
    ///   - room: The number of slots, rounded up to a power of two of at least eight.
    init(free: Int, room: Int) {
        var size = Self.width
        while size < room { size *= 2 }
        self.free = free
        self.size = size
        mask = UInt64(size / Self.width - 1)
    }

    /// Returns the decision on an attempt by the sender, without counting it.
    ///
    /// - Parameter now: The current time, in nanoseconds of a monotonic clock.
    func verdict(_ sender: UInt64, at now: Int64) -> RateLimitDecision {
        guard !places.isEmpty, let place = place(of: sender, at: now).place else { return .admitted }
        let wait = place.at + Self.wait(after: place.failures, free: free) - now
        return wait <= 0 ? .admitted : .refused(retryAfter: Int((wait + Self.second - 1) / Self.second))
    }

    /// Adds one to the sender's failures; the wait begins at `now`.
    mutating func count(_ sender: UInt64, at now: Int64) {
        if places.isEmpty { places = Array(repeating: Place(), count: size) }
        let (index, known) = place(of: sender, at: now)
        places[index] = Place(sender: sender, failures: (known?.failures ?? 0) + 1, at: now)
    }

    /// Removes one failure from the sender's count; the beginning of the wait does not change.
    mutating func giveBack(_ sender: UInt64) {
        guard !places.isEmpty else { return }
        let first = Int(sender & mask) * Self.width
        for index in first..<first + Self.width where places[index].sender == sender && places[index].failures > 0 {
            places[index].failures -= 1
        }
    }

    /// Removes a sender's failures after a success.
    mutating func forget(_ sender: UInt64) {
        guard !places.isEmpty else { return }
        let first = Int(sender & mask) * Self.width
        for index in first..<first + Self.width where places[index].sender == sender { places[index] = Place() }
    }

    /// Returns the wait after a number of consecutive failures, in nanoseconds; 0 for fewer than `free` failures.
    static func wait(after failures: Int, free: Int) -> Int64 {
        let doublings = failures - free
        guard doublings >= 0 else { return 0 }
        return doublings >= 10 ? maxWait : min(second << Int64(doublings), maxWait)
    }

    /// Returns the sender's slot; if there is none, an expired slot, or else the slot with the fewest failures. The
    /// slot's content is nil if it has expired.
    private func place(of sender: UInt64, at now: Int64) -> (index: Int, place: Place?) {
        let first = Int(sender & mask) * Self.width
        var least = first
        for index in first..<first + Self.width {
            if places[index].sender == sender {
                return (index, isForgotten(places[index], at: now) ? nil : places[index])
            }
            if isBefore(places[index], places[least], at: now) { least = index }
        }
        return (least, isForgotten(places[least], at: now) ? nil : places[least])
    }

    private func isBefore(_ one: Place, _ other: Place, at now: Int64) -> Bool {
        if isForgotten(other, at: now) { return false }
        return isForgotten(one, at: now) || one.failures < other.failures
    }

    private func isForgotten(_ place: Place, at now: Int64) -> Bool {
        place.failures == 0 || now - place.at > Self.memory
    }
}
