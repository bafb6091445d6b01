import Testing

@testable import SesameAccounts

struct RateLimitTableTests {
    private let limit = RateLimit(perMinute: 60, burst: 4)

    @Test func `senders are counted separately`() {
        var table = RateLimitTable(room: 64)
        for sender in 1...20 as ClosedRange<UInt64> {
            let verdicts = (0..<5).map { _ in table.admit(sender, by: limit, at: 0) }
            #expect(verdicts.count { $0 == .admitted } == 4, "sender \(sender)")
        }
    }

    @Test func `a flood of made-up senders does not reset another sender's limit`() {
        var table = RateLimitTable(room: 64)
        for _ in 0..<4 { _ = table.admit(7, by: limit, at: 0) }
        #expect(table.verdict(7, by: limit, at: 0) != .admitted)
        for made in 1_000..<100_000 as Range<UInt64> { _ = table.admit(made, by: limit, at: 0) }
        #expect(table.verdict(7, by: limit, at: 0) != .admitted)
        for _ in 0..<8 { #expect(table.admit(7, by: limit, at: 0) != .admitted) }
    }

    @Test func `the table admits no more than its slots allow, however many senders there are`() {
        var table = RateLimitTable(room: 64)
        let admitted = (1...100_000 as ClosedRange<UInt64>).count {
            table.admit($0 &* 0x9e37_79b9_7f4a_7c15, by: limit, at: 0) == .admitted
        }
        #expect(admitted == 64 * limit.burst)
    }

    @Test func `a slot without remaining debt can be reused in full`() {
        var table = RateLimitTable(room: 8)
        for sender in 1...8 as ClosedRange<UInt64> { for _ in 0..<4 { _ = table.admit(sender, by: limit, at: 0) } }
        #expect(table.admit(99, by: limit, at: 0) != .admitted)
        let later: Int64 = 4_000_000_000
        #expect((0..<5).map { _ in table.admit(99, by: limit, at: later) }.count { $0 == .admitted } == 4)
    }

    @Test func `a check without counting changes nothing`() {
        var table = RateLimitTable(room: 8)
        for _ in 0..<100 { #expect(table.verdict(1, by: limit, at: 0) == .admitted) }
        table.count(1, by: limit, at: 0)
        #expect((0..<5).map { _ in table.admit(1, by: limit, at: 0) }.count { $0 == .admitted } == 3)
    }

    @Test func `the remaining quota shrinks with each event and recovers with time`() {
        var table = RateLimitTable(room: 8)
        #expect(table.allowance(1, by: limit, at: 0) == RemainingQuota(limit: 4, remaining: 4, resetAfter: 0))
        for _ in 0..<3 { _ = table.admit(1, by: limit, at: 0) }
        #expect(table.allowance(1, by: limit, at: 0) == RemainingQuota(limit: 4, remaining: 1, resetAfter: 3))
        for _ in 0..<3 { _ = table.admit(1, by: limit, at: 0) }
        #expect(table.allowance(1, by: limit, at: 0) == RemainingQuota(limit: 4, remaining: 0, resetAfter: 4))
        let later: Int64 = 2_000_000_000
        #expect(table.allowance(1, by: limit, at: later) == RemainingQuota(limit: 4, remaining: 2, resetAfter: 2))
    }
}
