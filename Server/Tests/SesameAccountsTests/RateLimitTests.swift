import Testing

@testable import SesameAccounts

struct RateLimitTests {
    private static let second: Int64 = 1_000_000_000
    private let limit = RateLimit(perMinute: 60, burst: 3)

    /// Returns true or false for each event, in order: true if the limit admits the event. The times are in seconds.
    private func admitted(_ times: [Double]) -> [Bool] {
        var theoreticalArrivalTime: Int64 = 0
        return times.map { time in
            let now = Int64(time * 1e9)
            guard limit.verdict(theoreticalArrivalTime: theoreticalArrivalTime, at: now) == .admitted else {
                return false
            }
            theoreticalArrivalTime = limit.theoreticalArrivalTime(after: theoreticalArrivalTime, at: now)
            return true
        }
    }

    @Test func `a burst is admitted, and then as many events as the rate allows`() {
        #expect(admitted([10, 10, 10, 10]) == [true, true, true, false])
        #expect(admitted([10, 10, 10, 10.9, 11, 11, 12, 12]) == [true, true, true, false, true, false, true, false])
    }

    @Test func `idle time earns at most one burst`() {
        #expect(admitted([0, 0, 0, 1_000, 1_000, 1_000, 1_000]) == [true, true, true, true, true, true, false])
    }

    @Test(arguments: [0.0, 0.1, 0.5, 0.999, 1, 2.5])
    func `a sender is admitted after the stated wait and not before`(wait: Double) throws {
        var theoreticalArrivalTime: Int64 = 0
        for _ in 0..<3 { theoreticalArrivalTime = limit.theoreticalArrivalTime(after: theoreticalArrivalTime, at: 0) }
        // The debt grows as if more events had been counted.
        theoreticalArrivalTime += Int64(wait * 1e9)
        guard case .refused(let seconds) = limit.verdict(theoreticalArrivalTime: theoreticalArrivalTime, at: 0) else {
            Issue.record("it was let in")
            return
        }
        #expect(
            limit.verdict(theoreticalArrivalTime: theoreticalArrivalTime, at: Int64(seconds) * Self.second) == .admitted
        )
        if seconds > 1 {
            #expect(
                limit.verdict(theoreticalArrivalTime: theoreticalArrivalTime, at: Int64(seconds - 1) * Self.second)
                    != .admitted)
        }
    }

    @Test func `events counted without a check never owe more than a burst`() {
        var theoreticalArrivalTime: Int64 = 0
        for _ in 0..<10_000 {
            theoreticalArrivalTime = limit.theoreticalArrivalTime(after: theoreticalArrivalTime, at: 0)
        }
        #expect(limit.verdict(theoreticalArrivalTime: theoreticalArrivalTime, at: 0) == .refused(retryAfter: 1))
        #expect(theoreticalArrivalTime == 3 * Self.second)
    }

    @Test func `a debt is never lowered by another limit`() {
        let small = RateLimit(perMinute: 600, burst: 1)
        #expect(small.theoreticalArrivalTime(after: 100 * Self.second, at: 0) == 100 * Self.second)
    }

    @Test(arguments: [(0, 0), (-5, -5), (Int.max, Int.max), (Int.min, 1)])
    func `extreme numbers still make a usable limit`(perMinute: Int, burst: Int) {
        let limit = RateLimit(perMinute: perMinute, burst: burst)
        #expect((1...RateLimit.maxValue).contains(limit.rate) && (1...RateLimit.maxValue).contains(limit.burst))
        #expect(limit.verdict(theoreticalArrivalTime: 0, at: 0) == .admitted)
        var theoreticalArrivalTime: Int64 = 0
        for _ in 0..<limit.burst {
            theoreticalArrivalTime = limit.theoreticalArrivalTime(after: theoreticalArrivalTime, at: 0)
        }
        #expect(limit.verdict(theoreticalArrivalTime: theoreticalArrivalTime, at: 0) != .admitted)
    }

    @Test func `two combined limits follow the stricter one`() {
        #expect(RateLimitDecision.admitted.and(.admitted) == .admitted)
        #expect(RateLimitDecision.admitted.and(.refused(retryAfter: 3)) == .refused(retryAfter: 3))
        #expect(RateLimitDecision.refused(retryAfter: 3).and(.admitted) == .refused(retryAfter: 3))
        #expect(RateLimitDecision.refused(retryAfter: 3).and(.refused(retryAfter: 9)) == .refused(retryAfter: 9))
    }
}
