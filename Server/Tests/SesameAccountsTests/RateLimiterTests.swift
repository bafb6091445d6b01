import SesameCore
import SesameWire
import Testing

@testable import SesameAccounts

struct RateLimiterTests {
    /// A clock that only a test moves.
    private final class Uptime: Sendable {
        private let instant = Locked(ContinuousClock.now)
        var now: ContinuousClock.Instant { instant.withLock { $0 } }
        func advance(by duration: Duration) { instant.withLock { $0 = $0.advanced(by: duration) } }
    }

    private let uptime = Uptime()
    private let app = AppID("couple")

    private func limiter(
        _ limits: [RateLimitRule: RateLimit], apps: [AppID: RateLimitSettings] = [:],
        observer: (@Sendable (RateLimitRule) -> Void)? = nil
    ) -> RateLimiter {
        RateLimiter(
            RateLimitSettings(limits), apps: apps, now: { [uptime] in uptime.now }, observer: observer)
    }

    private static func ip4(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> ClientAddress {
        ClientAddress(high: 0, low: 0xffff << 32 | a << 24 | b << 16 | c << 8 | d)
    }

    /// Calls the closure up to `count` times, and returns the number of calls before the first refusal, and the
    /// refusal; nil if there is none.
    private func run(_ count: Int, _ step: () throws(AccountError) -> Void) -> (admitted: Int, refusal: AccountError?) {
        for index in 0..<count {
            do throws(AccountError) { try step() } catch { return (index, error) }
        }
        return (count, nil)
    }

    @Test func `every IP address has its own request limit`() {
        let limiter = limiter([.requests: RateLimit(perMinute: 60, burst: 5)])
        let one = run(9) { () throws(AccountError) in try limiter.admit(Self.ip4(203, 0, 113, 1)) }
        #expect(one.admitted == 5)
        #expect(one.refusal?.code == .rateLimited && one.refusal?.retryAfter == 1)
        #expect(run(9) { () throws(AccountError) in try limiter.admit(Self.ip4(198, 51, 100, 1)) }.admitted == 5)
        uptime.advance(by: .seconds(1))
        #expect(run(9) { () throws(AccountError) in try limiter.admit(Self.ip4(203, 0, 113, 1)) }.admitted == 1)
    }

    @Test func `the IP addresses of one network together get four times the limit`() {
        let limiter = limiter([.requests: RateLimit(perMinute: 60, burst: 5)])
        let admitted = (0..<256 as Range<UInt64>).map { host in
            run(5) { () throws(AccountError) in try limiter.admit(Self.ip4(203, 0, 113, host)) }.admitted
        }
        #expect(admitted.reduce(0, +) == 20)
    }

    @Test func `an IPv6 household is one sender, and its surrounding network counts as four`() {
        let limiter = limiter([.requests: RateLimit(perMinute: 60, burst: 5)])
        func sent(_ high: UInt64, _ lows: Range<UInt64>) -> Int {
            lows.map { low in
                run(5) { () throws(AccountError) in try limiter.admit(ClientAddress(high: high, low: low)) }.admitted
            }.reduce(0, +)
        }
        let network: UInt64 = 0x2001_0db8_0001_0000
        #expect(sent(network, 1..<100) == 5)
        #expect((1..<100 as Range<UInt64>).map { sent(network + $0, 1..<2) }.reduce(0, +) == 15)
        #expect(sent(0x2001_0db8_0002_0000, 1..<100) == 5)
    }

    @Test func `too many rejected credentials block an IP address until the limit recovers`() {
        let limiter = limiter([.refusals: RateLimit(perMinute: 6, burst: 3)])
        let address = Self.ip4(203, 0, 113, 1)
        for _ in 0..<2 { limiter.countRefusedCredential(of: address) }
        #expect(run(1) { () throws(AccountError) in try limiter.admit(address) }.admitted == 1)
        limiter.countRefusedCredential(of: address)
        let blocked = run(1) { () throws(AccountError) in try limiter.admit(address) }
        #expect(blocked.admitted == 0 && blocked.refusal?.retryAfter == 10)
        #expect(run(1) { () throws(AccountError) in try limiter.admit(Self.ip4(198, 51, 100, 1)) }.admitted == 1)
        uptime.advance(by: .seconds(10))
        #expect(run(1) { () throws(AccountError) in try limiter.admit(address) }.admitted == 1)
    }

    @Test func `a rate-limited IP address does not use up the app's guest limit`() throws {
        let app = try #require(app)
        let limiter = limiter([
            .guests: RateLimit(perMinute: 1, burst: 2), .guestsOfApp: RateLimit(perMinute: 1, burst: 5),
        ])
        let first = run(50) { () throws(AccountError) in
            try limiter.admitGuest(of: app, from: Self.ip4(203, 0, 113, 1))
        }
        #expect(first.admitted == 2)
        for _ in 0..<50 { try? limiter.admitGuest(of: app, from: Self.ip4(203, 0, 113, 1)) }
        let others = (0..<9 as Range<UInt64>).map { host in
            run(1) { () throws(AccountError) in try limiter.admitGuest(of: app, from: Self.ip4(198, host, 100, 1)) }
        }
        #expect(others.map(\.admitted).reduce(0, +) == 3)
        #expect(others.last?.refusal?.reason.contains("app") == true)
    }

    @Test func `a rate-limited IP address does not use up a receiver's code limit`() throws {
        let app = try #require(app)
        let limiter = limiter([
            .codesFromAddress: RateLimit(perMinute: 1, burst: 2), .codes: RateLimit(perMinute: 1, burst: 5),
        ])
        let order = OneTimeCodeRequest.signIn(try #require(EmailAddress("test.user.1@example.com")))
        func sent(_ count: Int, from network: UInt64) -> (admitted: Int, refusal: AccountError?) {
            run(count) { () throws(AccountError) in
                try limiter.admitCode(order, in: app, from: Self.ip4(203, 0, network, 1))
            }
        }
        for _ in 0..<50 { _ = sent(50, from: 1) }
        #expect(sent(2, from: 2).admitted == 2)
        let last = sent(2, from: 3)
        #expect(last.admitted == 1 && last.refusal?.reason.contains("this email address") == true)
    }

    @Test func `an app can have its own limits`() throws {
        let (app, other) = (try #require(app), try #require(AppID("prysm")))
        let limiter = limiter(
            [.guestsOfApp: RateLimit(perMinute: 1, burst: 2), .credentialsOfApp: RateLimit(perMinute: 1, burst: 3)],
            apps: [app: RateLimitSettings([.guestsOfApp: RateLimit(perMinute: 1, burst: 7)])])
        #expect(run(9) { () throws(AccountError) in try limiter.admitGuest(of: app, from: nil) }.admitted == 7)
        #expect(run(9) { () throws(AccountError) in try limiter.admitGuest(of: other, from: nil) }.admitted == 2)
        #expect(run(9) { () throws(AccountError) in try limiter.admitCredential(of: app, from: nil) }.admitted == 3)
    }

    @Test func `a rate-limited network does not use up the app's sign-in limit`() throws {
        let app = try #require(app)
        let limiter = limiter([
            .credentialsFromAddress: RateLimit(perMinute: 1, burst: 2),
            .credentialsOfApp: RateLimit(perMinute: 1, burst: 5),
        ])
        func sent(_ count: Int, from network: UInt64) -> (admitted: Int, refusal: AccountError?) {
            run(count) { () throws(AccountError) in
                try limiter.admitCredential(of: app, from: Self.ip4(203, 0, network, 1))
            }
        }
        for _ in 0..<50 { _ = sent(50, from: 1) }
        #expect(sent(9, from: 1).refusal?.reason.contains("network") == true)
        #expect(sent(2, from: 2).admitted == 2)
        let last = sent(2, from: 3)
        #expect(last.admitted == 1 && last.refusal?.reason.contains("app") == true)
    }

    @Test func `an IP address and its network can request fewer SMS messages a day than the country cap`() throws {
        let app = try #require(app)
        let limiter = limiter([:])
        let numbers = (100...999).compactMap { PhoneNumber("+33612345\($0)") }
        func texts(_ network: UInt64, _ host: UInt64) -> (admitted: Int, refusal: AccountError?) {
            var next = 0
            return run(100) { () throws(AccountError) in
                defer { next += 1 }
                try limiter.admitCode(
                    .signIn(numbers[Int(host) * 80 + next]), in: app, from: Self.ip4(203, 0, network, host))
            }
        }
        let first = texts(1, 1)
        #expect(first.admitted == 20 && first.refusal?.reason == "too many SMS requested from this network")
        #expect(first.refusal?.retryAfter == 3_600)
        let mail = OneTimeCodeRequest.signIn(try #require(EmailAddress("test.user.1@example.com")))
        uptime.advance(by: .seconds(60))
        try limiter.admitCode(mail, in: app, from: Self.ip4(203, 0, 1, 1))
        var sent = first.admitted + (2...9).reduce(0) { $0 + texts(1, UInt64($1)).admitted }
        #expect(sent == 80)
        #expect(texts(2, 1).admitted == 20)
        for _ in 0..<24 {
            uptime.advance(by: .seconds(3_600))
            sent += (1...9).reduce(0) { $0 + texts(1, UInt64($1)).admitted }
        }
        #expect(sent == 176 && sent < MessageCaps.Rule(channel: .sms, scope: .country).defaultLimit)
    }

    @Test func `an IP address and its network can request fewer emails a day than the app cap`() throws {
        let app = try #require(app)
        // The rate per minute is not under test here.
        let limiter = limiter([.codesFromAddress: RateLimit(perMinute: 1_000_000, burst: 1_000_000)])
        var next = 0
        func mails(_ host: UInt64) -> (admitted: Int, refusal: AccountError?) {
            run(400) { () throws(AccountError) in
                next += 1
                guard let email = EmailAddress("test.user.\(next)@example.com") else { return }
                try limiter.admitCode(.signIn(email), in: app, from: Self.ip4(203, 0, 1, host))
            }
        }
        let first = mails(1)
        #expect(first.admitted == 300 && first.refusal?.reason == "too many emails requested from this network")
        #expect(first.refusal?.retryAfter == 60)
        var sent = first.admitted + (2...9).reduce(0) { $0 + mails(UInt64($1)).admitted }
        for _ in 0..<24 {
            uptime.advance(by: .seconds(3_600))
            sent += (1...9).reduce(0) { $0 + mails(UInt64($1)).admitted }
        }
        #expect(sent == 6_960 && sent < MessageCaps.Rule(channel: .email, scope: .app).defaultLimit)
    }

    @Test func `every session has its own refresh limit`() {
        let limiter = limiter([.refreshes: RateLimit(perMinute: 1, burst: 2)])
        #expect(run(9) { () throws(AccountError) in try limiter.admitRefresh(of: SessionID("a")) }.admitted == 2)
        #expect(run(9) { () throws(AccountError) in try limiter.admitRefresh(of: SessionID("b")) }.admitted == 2)
    }

    @Test func `every rejection is reported with its rule`() {
        let told = Locked([RateLimitRule]())
        let limiter = limiter([.refreshes: RateLimit(perMinute: 1, burst: 1)]) { rule in
            told.withLock { $0.append(rule) }
        }
        for _ in 0..<3 { try? limiter.admitRefresh(of: SessionID("a")) }
        #expect(told.withLock { $0 } == [.refreshes, .refreshes])
    }

    @Test(arguments: RateLimitRule.allCases.filter(\.isConfigurable))
    func `every rule has a unique name, a text and a generous default limit`(rule: RateLimitRule) {
        #expect(!rule.name.isEmpty && rule.reason.hasPrefix("too many"))
        #expect(RateLimitSettings()[rule] == rule.defaultLimit)
        let least =
            switch rule {
            case .textsFromAddress: RateLimit(1, per: .hour, burst: 20)
            case .mailsFromAddress: RateLimit(60, per: .hour, burst: 300)
            default: RateLimit(perMinute: 30, burst: 60)
            }
        #expect(rule.defaultLimit.interval <= least.interval && rule.defaultLimit.burst >= least.burst)
        #expect(RateLimitRule.allCases.count { $0.name == rule.name } == 1)
    }
}
