import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct RefreshTests {
    let clock = ManualClock()
    let service: MockAuthService
    let store = MockSessionStore(.sample(100))
    let manager: AuthManager

    init() {
        service = MockAuthService(clock: clock.clock, users: [.second])
        manager = AuthManager(service: service, store: store, clock: clock.clock)
    }

    @Test func `a hundred callers share one refresh`() async throws {
        clock.advance(by: .seconds(1_000))
        service.hold(.refresh)
        let callers = (0..<100).map { _ in Task { try await manager.accessToken() } }
        #expect(await eventually { service.count(of: .refresh) == 1 })
        for _ in 0..<1_000 { await Task.yield() }
        service.release(.refresh)
        for caller in callers { #expect(try await caller.value == Secret("a-1")) }
        #expect(service.count(of: .refresh) == 1)
        #expect(store.savedSessions.map(\.accessToken) == [Secret("a-1")])
    }

    @Test func `a rejected access token is refreshed once although it has not expired`()
        async throws
    {
        let token = try await manager.accessToken()
        #expect(try await manager.accessToken(rejecting: token) == Secret("a-1"))
        #expect(try await manager.accessToken(rejecting: token) == Secret("a-1"))
        #expect(service.count(of: .refresh) == 1)
    }

    @Test func `a cancelled caller returns at once, and the refresh continues for the others`() async throws {
        clock.advance(by: .seconds(1_000))
        service.hold(.refresh)
        let impatient = Task { try await manager.accessToken() }
        let patient = Task { try await manager.accessToken() }
        #expect(await eventually { service.count(of: .refresh) == 1 })
        impatient.cancel()
        await expectError(.cancelled) { _ = try await impatient.value }
        service.release(.refresh)
        #expect(try await patient.value == Secret("a-1"))
        #expect(service.count(of: .refresh) == 1)
    }

    @Test(arguments: [
        AuthError.Code.offline, .providerUnavailable, .storageUnavailable, .rateLimited, .internal, .invalidRequest,
    ])
    func `network and server errors do not sign the user out`(code: AuthError.Code) async throws {
        clock.advance(by: .seconds(1_000))
        service.fail(.refresh, with: AuthError(code, ""))
        await expectError(code) { _ = try await manager.accessToken() }
        #expect(manager.auth == .first)
        service.fail(.refresh, with: nil)
        #expect(try await manager.accessToken() == Secret("a-1"))
    }

    @Test func `a rate-limited refresh is not repeated before its retry time`() async throws {
        clock.advance(by: .seconds(1_000))
        var error = AuthError(.rateLimited, "")
        error.retryAfter = .seconds(30)
        service.fail(.refresh, with: error)
        for _ in 0..<3 { await expectError(.rateLimited) { _ = try await manager.accessToken() } }
        #expect(service.count(of: .refresh) == 1)
        #expect(manager.auth == .first)
        service.fail(.refresh, with: nil)
        clock.advance(by: .seconds(30))
        #expect(try await manager.accessToken() == Secret("a-1"))
    }

    @Test(arguments: [
        AuthError.Code.sessionEnded, .sessionRevoked, .userDeleted, .userDisabled, .notAuthenticated,
    ])
    func `a refresh rejected for an ended session or account ends the session`(code: AuthError.Code) async throws {
        clock.advance(by: .seconds(1_000))
        service.fail(.refresh, with: AuthError(code, ""))
        await expectError(code) { _ = try await manager.accessToken() }
        #expect(await manager.restore() == .signedOut(.ended(code)))
        #expect(try store.load() == nil)
    }

    @Test func `a refresh that ends after the sign-out is revoked and does not sign the user in`() async throws {
        clock.advance(by: .seconds(1_000))
        service.hold(.refresh)
        let caller = Task { try await manager.accessToken() }
        #expect(await eventually { service.count(of: .refresh) == 1 })
        await manager.signOut()
        service.release(.refresh)
        await expectError(.notAuthenticated) { _ = try await caller.value }
        #expect(manager.auth == nil)
        #expect(try store.load() == nil)
        #expect(await eventually { service.revoked == ["r-100", "r-1"] })
    }

    @Test func `a refresh that ends after the next sign-in does not change the next user's session`() async throws {
        clock.advance(by: .seconds(1_000))
        service.hold(.refresh)
        let caller = Task { try await manager.accessToken() }
        #expect(await eventually { service.count(of: .refresh) == 1 })
        try await manager.signIn(with: .anonymous)
        service.release(.refresh)
        await expectError(.cancelled) { _ = try await caller.value }
        #expect(manager.auth == .second)
        #expect(try store.load()?.accessToken == Secret("a-2"))
        #expect(await eventually { service.revoked.contains("r-1") })
    }

    @Test func `a late end of the old session does not end the next one`() async throws {
        clock.advance(by: .seconds(1_000))
        service.hold(.refresh)
        service.fail(.refresh, with: AuthError(.sessionRevoked, ""))
        let caller = Task { try await manager.accessToken() }
        #expect(await eventually { service.count(of: .refresh) == 1 })
        try await manager.signIn(with: .anonymous)
        service.release(.refresh)
        _ = await caller.result
        #expect(manager.auth == .second)
        #expect(try store.load()?.user == .second)
    }

    @Test func `new tokens that cannot be stored are not used, and are requested again`() async throws {
        clock.advance(by: .seconds(1_000))
        store.fail(.write(.session), with: .isFull)
        await expectError(.storageUnavailable) { _ = try await manager.accessToken() }
        #expect(try store.load()?.accessToken == Secret("a-100"))
        #expect(manager.auth == .first)
        store.fail(.write(.session), with: nil)
        // The server repeats its response, because the new tokens have not been used yet.
        #expect(try await manager.accessToken() == Secret("a-1"))
        #expect(store.savedSessions.map(\.accessToken) == [Secret("a-1")])
    }

    @Test func `a store that is locked during a refresh does not sign the user out`() async throws {
        _ = try await manager.accessToken()
        clock.advance(by: .seconds(1_000))
        store.fail(.read(.session), with: .isLocked)
        await expectError(.storageLocked) { _ = try await manager.accessToken() }
        #expect(manager.auth == .first)
        #expect(service.count(of: .refresh) == 0)
    }

    @Test func `tokens refreshed by another process are used`() async throws {
        _ = try await manager.accessToken()
        clock.advance(by: .seconds(1_000))
        try store.save(.sample(200, id: "s-100", at: clock.now))
        #expect(try await manager.accessToken() == Secret("a-200"))
        #expect(service.count(of: .refresh) == 0)
    }

    @Test func `a sign-out in another process is noticed before a refresh`() async throws {
        _ = try await manager.accessToken()
        clock.advance(by: .seconds(1_000))
        try store.delete()
        await expectError(.notAuthenticated) { _ = try await manager.accessToken() }
        #expect(await manager.restore() == .signedOut(.endedByOtherProcess))
        #expect(service.count(of: .refresh) == 0)
    }

    @Test func `a sign-in in another process during a refresh is not overwritten`() async throws {
        clock.advance(by: .seconds(1_000))
        service.hold(.refresh)
        let caller = Task { try await manager.accessToken() }
        #expect(await eventually { service.count(of: .refresh) == 1 })
        try store.save(.sample(300, user: .second, at: clock.now))
        service.release(.refresh)
        await expectError(.cancelled) { _ = try await caller.value }
        #expect(manager.auth == .second)
        #expect(try store.load()?.accessToken == Secret("a-300"))
    }

    @Test func `a refresh waits for the lease that another process holds`() async throws {
        clock.advance(by: .seconds(1_000))
        let lease = try store.tryLease()
        let caller = Task { try await manager.accessToken() }
        #expect(await eventually { clock.sleeperCount == 1 })
        #expect(service.count(of: .refresh) == 0)
        lease?.release()
        clock.advance(by: .milliseconds(100))
        #expect(try await caller.value == Secret("a-1"))
        #expect(try store.tryLease() != nil)
    }

    @Test func `a lease that is never released fails the request, and the user stays signed in`() async throws {
        clock.advance(by: .seconds(1_000))
        let lease = try store.tryLease()
        let caller = Task { try await manager.accessToken() }
        for _ in 0..<100 {
            #expect(await eventually { clock.sleeperCount == 1 })
            clock.advance(by: .milliseconds(100))
        }
        await expectError(.storageUnavailable) { _ = try await caller.value }
        #expect(manager.auth == .first)
        lease?.release()
    }
}
