import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct AuthManagerTests {
    let clock = ManualClock()

    @Test func `restore returns the user of the stored session`() async {
        let service = MockAuthService(clock: clock.clock)
        let manager = AuthManager(service: service, store: MemorySessionStore(.sample(1)), clock: clock.clock)
        #expect(manager.auth == nil)
        #expect(await manager.restore() == .signedIn(.first))
        #expect(manager.auth == .first)
        #expect((try? manager.getAuthId()) == "uid-1")
        #expect(await manager.restore() == .signedIn(.first))
    }

    @Test func `a locked store is not a sign-out, and is read again once it is unlocked`() async throws {
        let store = MockSessionStore(.sample(1))
        store.fail(.read(.session), with: .isLocked)
        let manager = AuthManager(service: MockAuthService(clock: clock.clock), store: store, clock: clock.clock)
        #expect(await manager.restore() == .locked)
        await expectError(.storageLocked) { _ = try await manager.accessToken() }
        store.fail(.read(.session), with: nil)
        #expect(try await manager.accessToken() == Secret("a-1"))
        #expect(manager.auth == .first)
    }

    @Test func `an unreadable store does not sign out, and its error is thrown`() async throws {
        let store = MockSessionStore(.sample(1))
        store.fail(.read(.session), with: .isFull)
        let manager = AuthManager(service: MockAuthService(clock: clock.clock), store: store, clock: clock.clock)
        #expect(await manager.restore() == .unresolved)
        await expectError(.storageUnavailable) { _ = try await manager.accessToken() }
        store.fail(.read(.session), with: nil)
        #expect(await manager.restore() == .signedIn(.first))
    }

    @Test func `the stream of states starts with the current one and omits none`() async throws {
        let service = MockAuthService(clock: clock.clock, users: [.first])
        let manager = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        var early = manager.states.makeAsyncIterator()
        await manager.restore()
        try await manager.signIn(with: .anonymous)
        await manager.signOut()
        var late = manager.states.makeAsyncIterator()
        let expected: [AuthState] = [
            .unresolved, .signedOut(.noSession), .signedIn(.first), .signedOut(.byUser),
        ]
        for state in expected {
            let next = await early.next()
            #expect(next == state)
        }
        let current = await late.next()
        #expect(current == .signedOut(.byUser))
    }

    @Test func `without a session there is no user id and no access token`() async {
        let manager = AuthManager(
            service: MockAuthService(clock: clock.clock), store: MemorySessionStore(), clock: clock.clock)
        await manager.restore()
        #expect(throws: AuthError.self) { try manager.getAuthId() }
        await expectError(.notAuthenticated) { _ = try await manager.accessToken() }
    }

    @Test func `a session that cannot be stored is revoked and not used`() async {
        let store = MockSessionStore()
        store.fail(.write(.session), with: .isFull)
        let service = MockAuthService(clock: clock.clock)
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        await expectError(.storageUnavailable) { _ = try await manager.signIn(with: .anonymous) }
        #expect(manager.auth == nil)
        #expect(service.revoked == ["r-1"])
    }

    @Test func `a sign-in overtaken by a newer one fails and revokes its session`() async throws {
        let service = MockAuthService(clock: clock.clock, users: [.first, .second])
        let store = MemorySessionStore()
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        service.hold(.exchange)
        let slow = Task { try await manager.signIn(with: .anonymous) }
        #expect(await eventually { service.count(of: .exchange) == 1 })
        let quick = Task { try await manager.signIn(with: .anonymous) }
        #expect(await eventually { service.count(of: .exchange) == 2 })
        service.release(.exchange)
        let (late, newest) = (await slow.result, await quick.result)
        #expect(manager.auth == .second)
        #expect(try store.load()?.user == .second)
        #expect(service.revoked == ["r-1"])
        #expect(throws: AuthError.self) { try late.get() }
        #expect(throws: Never.self) { try newest.get() }
    }

    @Test func `a sign-out cancels a sign-in in progress and revokes its session`() async throws {
        let service = MockAuthService(clock: clock.clock)
        let manager = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        service.hold(.exchange)
        let signIn = Task { try await manager.signIn(with: .anonymous) }
        #expect(await eventually { service.count(of: .exchange) == 1 })
        await manager.signOut()
        service.release(.exchange)
        await expectError(.cancelled) { _ = try await signIn.value }
        #expect(manager.auth == nil)
        #expect(service.revoked == ["r-1"])
    }

    @Test func `a new sign-in revokes the previous session`() async throws {
        let service = MockAuthService(clock: clock.clock, users: [.second])
        let manager = AuthManager(service: service, store: MemorySessionStore(.sample(9)), clock: clock.clock)
        try await manager.signIn(with: .anonymous)
        #expect(manager.auth == .second)
        #expect(await eventually { service.revoked == ["r-9"] })
    }

    @Test func `a session stored by another process is revoked when it is overwritten`() async throws {
        let service = MockAuthService(clock: clock.clock, users: [.second])
        let store = MemorySessionStore(.sample(8))
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        await manager.restore()
        try store.save(.sample(9))
        try await manager.signIn(with: .anonymous)
        #expect(await eventually { Set(service.revoked) == ["r-8", "r-9"] })
        #expect(try store.load()?.user == .second)
    }

    @Test func `a second anonymous sign-in returns the same guest`() async throws {
        let service = MockAuthService(clock: clock.clock, users: [.guest])
        let manager = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        #expect(try await manager.signInAnonymously() == .guest)
        #expect(try await manager.signInAnonymously() == .guest)
        #expect(service.count(of: .exchange) == 1)
    }

    @Test(
        arguments: [
            ("abc@privaterelay.appleid.com", true), ("ABC@PrivateRelay.AppleID.com", true), ("a@icloud.com", false),
            ("a@notprivaterelay.appleid.com", false), ("privaterelay.appleid.com", false), (nil, false),
        ] as [(String?, Bool)])
    func `an email address of Apple's private relay is recognized`(email: String?, isRelay: Bool) {
        #expect(UserAuthInfo(uid: "u", email: email).hasPrivateRelayEmail == isRelay)
    }
}
