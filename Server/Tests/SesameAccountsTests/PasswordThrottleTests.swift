import SesameCore
import SesameWire
import Testing

@testable import SesameAccounts

struct PasswordThrottleTests {
    /// A clock that a test advances.
    private final class Ticks: Sendable {
        private let offset = Locked(Duration.zero)
        private let start = ContinuousClock.now

        var now: ContinuousClock.Instant { start.advanced(by: offset.withLock { $0 }) }

        func advance(by seconds: Int) { offset.withLock { $0 += .seconds(seconds) } }
    }

    @Test func `after five wrong passwords every attempt waits longer, and then the right password works`()
        async throws
    {
        let ticks = Ticks()
        let rig = try await PasswordRig(limiter: RateLimiter(now: { ticks.now }))
        _ = try await rig.signUp()
        var waits: [Int] = []
        for _ in 0..<5 {
            #expect(try await rig.code { _ = try await rig.signIn(1, PasswordRig.other) } == .invalidCredentials)
        }
        for _ in 0..<12 {
            let refusal = try await rig.refusal { _ = try await rig.signIn() }
            #expect(refusal?.code == .rateLimited)
            let wait = try #require(refusal?.retryAfter)
            waits.append(wait)
            ticks.advance(by: wait)
            #expect(try await rig.code { _ = try await rig.signIn(1, PasswordRig.other) } == .invalidCredentials)
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
        ticks.advance(by: 900)
        _ = try await rig.signIn()
        // A success resets the throttle.
        #expect(try await rig.code { _ = try await rig.signIn(1, PasswordRig.other) } == .invalidCredentials)
        _ = try await rig.signIn()
    }

    @Test func `guesses at an unknown email address are slowed down as well`() async throws {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen())
        for _ in 0..<5 { #expect(try await rig.code { _ = try await rig.signIn(9) } == .invalidCredentials) }
        #expect(try await rig.code { _ = try await rig.signIn(9) } == .rateLimited)
    }

    @Test func `five mistakes block their own network, twenty from many networks block all`() async throws {
        let limiter = RateLimiter.frozen()
        let (app, other) = (try #require(AppID("couple")), try #require(AppID("other")))
        func from(_ network: UInt64) -> ClientAddress { ClientAddress(high: 0, low: 0xffff_0000_0000 + network << 8) }
        func isAdmitted(_ network: UInt64, _ name: String = "name", _ id: AppID? = nil) -> Bool {
            (try? limiter.count(limiter.guess(at: name, in: id ?? app, from: from(network)))) != nil
        }
        for _ in 0..<5 { #expect(isAdmitted(1)) }
        #expect(!isAdmitted(1) && isAdmitted(2) && isAdmitted(1, "another"))
        #expect(isAdmitted(1, "name", other))
        for network in 3..<17 as Range<UInt64> { #expect(isAdmitted(network)) }
        #expect(!isAdmitted(99) && isAdmitted(99, "another"))
    }

    @Test func `of many concurrent guesses only five are checked, and the owner can still sign in`() async throws {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen())
        _ = try await rig.signUp()
        let codes = try await withThrowingTaskGroup(of: AuthError.Code?.self) { group in
            for _ in 0..<120 {
                group.addTask { try await rig.code { _ = try await rig.signIn(1, PasswordRig.other) } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == .invalidCredentials } == 5 && codes.count { $0 == .rateLimited } == 115)
        let elsewhere = RequestContext(requestID: "owner", client: ClientAddress(high: 0, low: 0xffff_c633_6401))
        _ = try await rig.accounts.logins.signIn(
            email: try rig.email(), password: PasswordRig.password, to: rig.app, context: elsewhere)
    }

    @Test func `an attempt stopped by another rate limit does not count as a wrong password`() async throws {
        let limit = RateLimitSettings([.credentialsOfApp: RateLimit(perMinute: 1, burst: 2)])
        let rig = try await PasswordRig(limiter: RateLimiter(limit))
        _ = try await rig.signUp()
        _ = try await rig.signIn()
        for _ in 0..<30 {
            let refusal = try await rig.refusal { _ = try await rig.signIn() }
            #expect(refusal?.reason == "too many sign-ins to this app")
        }
    }

    @Test func `a forged token counts as a wrong credential, an expired token does not`() async throws {
        let rig = try await PasswordRig()
        let token = try await rig.signUp().tokens(rig.accounts).accessToken
        rig.storage.clock.advance(by: 3_600)
        let expired = try await rig.refusal { _ = try await rig.caller(token) }
        let forged = try await rig.refusal { _ = try await rig.caller(Secret(token.exposed + "A")) }
        #expect(expired?.code == .notAuthenticated && expired?.isOfCredential == false)
        #expect(forged?.code == .notAuthenticated && forged?.isOfCredential == true)
    }

    @Test func `a guess that is given back does not count`() throws {
        let (limiter, app) = (RateLimiter.frozen(), try #require(AppID("couple")))
        let guess = limiter.guess(at: "name", in: app, from: nil)
        for _ in 0..<20 {
            try limiter.count(guess)
            limiter.giveBack(guess)
        }
        for _ in 0..<5 { try limiter.count(guess) }
        #expect(throws: AccountError.self) { try limiter.count(guess) }
    }

    @Test func `a flood of other entries does not free a blocked one`() {
        var table = FailedAttemptTable(free: 5, room: 8)
        for _ in 0..<9 { table.count(1, at: 0) }
        for sender in 2..<2_000 as Range<UInt64> { table.count(sender, at: 0) }
        #expect(table.verdict(1, at: 0) != .admitted)
    }

    @Test func `a new entry in a full table inherits the wait of the entry it replaces`() {
        var table = FailedAttemptTable(free: 1, room: 8)
        for sender in 1...8 as ClosedRange<UInt64> { for _ in 0..<3 { table.count(sender, at: 0) } }
        #expect(table.verdict(9, at: 0) == .refused(retryAfter: 4))
        table.count(9, at: 0)
        #expect(table.verdict(9, at: 0) == .refused(retryAfter: 8))
        #expect(table.verdict(10, at: FailedAttemptTable.memory + 1) == .admitted)
    }

    @Test func `mistakes are forgotten after a day without another one`() {
        var table = FailedAttemptTable(free: 5, room: 64)
        for _ in 0..<30 { table.count(1, at: 0) }
        #expect(table.verdict(1, at: FailedAttemptTable.maxWait - 1) != .admitted)
        #expect(table.verdict(1, at: FailedAttemptTable.maxWait) == .admitted)
        table.count(1, at: FailedAttemptTable.memory + 1)
        #expect(table.verdict(1, at: FailedAttemptTable.memory + 1) == .admitted)
    }

    @Test func `fewer than a hundred guesses are possible within half a day`() {
        var table = FailedAttemptTable(free: 20, room: 64)
        var (now, failedAttempts): (Int64, Int) = (0, 0)
        while now < 43_200 * 1_000_000_000 {
            guard case .refused(let seconds) = table.verdict(1, at: now) else {
                table.count(1, at: now)
                failedAttempts += 1
                continue
            }
            now += Int64(seconds) * 1_000_000_000
        }
        #expect(failedAttempts < 100)
    }
}
