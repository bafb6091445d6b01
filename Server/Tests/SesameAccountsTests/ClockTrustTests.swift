import Foundation
import SesameCore
import SesameSQLite
import SesameWire
import Testing

@testable import SesameAccounts

/// Tests of ``ClockTrust``, which trusts the wall clock only if it agrees with a monotonic clock and with the time of
/// the last use of the data.
struct ClockTrustTests {
    private static let hour: Int64 = 3_600_000
    private static let day = 24 * hour
    private static let start: Int64 = 1_900_000_000_000

    /// Returns the state after a first, trusted reading of the wall clock, at one minute of the steady clock.
    private func begun() -> ClockTrust {
        var trust = ClockTrust()
        _ = trust.read(wall: Self.start, steady: 60_000)
        return trust
    }

    @Test(arguments: [0, 1, hour, -hour])
    func `a clock within an hour of the steady clock is trusted`(ahead: Int64) {
        var trust = begun()
        let wall = Self.start + Self.day + ahead
        #expect(trust.read(wall: wall, steady: 60_000 + Self.day) == .init(now: wall, isTrusted: true))
    }

    @Test(arguments: [hour + 1, -hour - 1, 100 * day, -100 * day, Int64.max / 2])
    func `time continues from the last trusted value until a clock that jumped returns`(jump: Int64) {
        var trust = begun()
        for seconds in Int64(1)...3 {
            let expected = Self.start + seconds * 1_000
            let reading = trust.read(wall: expected + jump, steady: 60_000 + seconds * 1_000)
            #expect(reading == .init(now: expected, isTrusted: false))
        }
        let back = Self.start + 4_000
        #expect(trust.read(wall: back, steady: 64_000) == .init(now: back, isTrusted: true))
    }

    @Test func `a suspended machine makes no jump, because boot time continues`() {
        var trust = begun()
        #expect(trust.read(wall: Self.start + 90 * Self.day, steady: 60_000 + 90 * Self.day).isTrusted)
    }

    @Test func `slow drift over years is trusted, but larger steps count as a jump in the end`() {
        var (slow, stepping) = (begun(), begun())
        var (slowWall, steppingWall, steady) = (Self.start, Self.start, Int64(60_000))
        var believed = 0
        for _ in 0..<20_000 {
            steady += 600_000
            slowWall += 600_000 + 20_000
            steppingWall += 600_000 + 60_000
            let isBelieved = slow.settle(wall: slowWall, steady: steady)
            #expect(isBelieved)
            if stepping.settle(wall: steppingWall, steady: steady) { believed += 1 }
        }
        #expect((90...120).contains(believed))
    }

    @Test func `a clock behind the last use of the data is not trusted until it catches up`() {
        var trust = ClockTrust(lastUse: Self.start)
        let behind = Self.start - Self.day
        #expect(trust.read(wall: behind, steady: 0) == .init(now: behind, isTrusted: false))
        let almost = Self.start - Self.hour
        #expect(trust.read(wall: almost, steady: 5_000) == .init(now: almost, isTrusted: true))
        #expect(!trust.read(wall: behind, steady: 6_000).isTrusted)
    }

    @Test func `a long stop is not a jump`() {
        var trust = ClockTrust(lastUse: Self.start - 400 * Self.day)
        #expect(trust.read(wall: Self.start, steady: 0).isTrusted)
    }

    // MARK: What a server does meanwhile

    /// A wall clock and a steady clock that a test advances together. The test can also make the wall clock jump.
    private final class Hands: Sendable {
        private let state = Locked((wall: Date(timeIntervalSince1970: 1_900_000_000), steady: Duration.zero))

        var clock: TrustedClock {
            TrustedClock(wall: { self.state.withLock(\.wall) }, steady: { self.state.withLock(\.steady) })
        }

        func pass(_ seconds: Int64) {
            state.withLock { state in
                state.wall += Double(seconds)
                state.steady += .seconds(seconds)
            }
        }

        func jump(_ seconds: Double) { state.withLock { $0.wall += seconds } }
    }

    private func system(_ storage: TestStorage, _ clock: TrustedClock) async throws -> Services {
        let (environment, masterKey) = (SesameAccounts.RuntimeEnvironment(clock: clock), try MasterKey.test())
        let keys = try await KeyRing(
            storage: storage.engine, environment: environment, masterKey: masterKey, schedule: KeyRotationSchedule())
        return Services(
            storage: storage.engine, environment: environment, credentials: CredentialVerifier([:]), keys: keys,
            masterKey: masterKey, publicURL: "https://sign-in.example.com")
    }

    @Test func `a clock that runs ahead for a while removes nothing and ends no session`() async throws {
        let (storage, hands) = (try TestStorage(), Hands())
        let clock = hands.clock
        let changes = Locked([Bool]())
        clock.observe { isTrusted in changes.withLock { $0.append(isTrusted) } }
        let accounts = try await system(storage, clock)
        let app = App(id: try #require(AppID("couple")), allowsAnonymous: true)
        let apps = AppDirectory([app])
        let context = RequestContext(requestID: "test")
        let guest = try await accounts.signIn.signInAnonymously(to: app, context: context)
        let cleanup = GuestCleanup(accounts.deletion, apps: apps) { _ in }
        let keys = try await accounts.maintenance.signingKeys().map(\.id)
        hands.pass(60)
        try await accounts.maintenance.purge()

        hands.jump(100 * 86_400)
        #expect(!accounts.maintenance.clockIsTrusted)
        await #expect(throws: JobRetryRequest.self) { try await cleanup.run() }
        await #expect(throws: JobRetryRequest.self) { _ = try await cleanup.remove([]) }
        try await accounts.maintenance.purge()
        try await accounts.keys.maintain()
        #expect(try await accounts.maintenance.signingKeys().map(\.id) == keys)
        let tokens = try await accounts.sessions.refresh(
            guest.tokens(accounts).refreshToken, app: app, apps: apps, context: context)
        let caller = try await accounts.sessions.authenticate(tokens.accessToken, app: app, apps: apps)

        hands.jump(-100 * 86_400)
        #expect(accounts.maintenance.clockIsTrusted)
        try await cleanup.run()
        #expect(try await accounts.sessions.account(of: caller).account.id == guest.view.account.id)
        #expect(changes.withLock(\.self) == [false, true])
        let lastUse = try await storage.engine.read { reader throws(StorageError) in try reader.lastUse() }
        #expect(lastUse == Date(timeIntervalSince1970: 1_900_000_060))
    }

    @Test func `under an untrusted clock, refreshing an expired session returns a temporary error`() async throws {
        let (storage, hands) = (try TestStorage(), Hands())
        let accounts = try await system(storage, hands.clock)
        let app = App(
            id: try #require(AppID("couple")), allowsAnonymous: true,
            sessions: SessionPolicy(accessTokenLifetime: 7_200, idleTimeout: 60))
        let (apps, context) = (AppDirectory([app]), RequestContext(requestID: "test"))
        let tokens = try await accounts.signIn.signInAnonymously(to: app, context: context).tokens(accounts)
        func refused() async throws -> [AuthError.Code?] {
            var codes: [AuthError.Code?] = []
            do throws(AccountError) {
                _ = try await accounts.sessions.authenticate(tokens.accessToken, app: app, apps: apps)
            } catch {
                codes.append(error.code)
            }
            do throws(AccountError) {
                _ = try await accounts.sessions.refresh(tokens.refreshToken, app: app, apps: apps, context: context)
            } catch {
                codes.append(error.code)
            }
            return codes
        }
        hands.pass(61)
        hands.jump(-86_400)
        // An access token ends with its session, so its client refreshes.
        #expect(try await refused() == [.notAuthenticated, .storageUnavailable])
        hands.jump(86_400)
        #expect(try await refused() == [.notAuthenticated, .sessionEnded])
    }
}
