import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame
@testable import SesameApple

@Suite struct SignOutTests {
    let clock = ManualClock()
    let service: MockAuthService
    let store = MockSessionStore(.sample(100))

    init() {
        service = MockAuthService(clock: clock.clock, users: [.second])
    }

    func makeManager() -> AuthManager {
        AuthManager(service: service, store: store, clock: clock.clock)
    }

    @Test func `a sign-out ends the session on the device and at the server`() async throws {
        let manager = makeManager()
        await manager.restore()
        await manager.signOut()
        #expect(manager.auth == nil)
        #expect(try store.load() == nil)
        #expect(try store.loadRevocations().isEmpty)
        #expect(service.revoked == ["r-100"])
    }

    @Test func `a sign-out before a restore ends the stored session`() async throws {
        await makeManager().signOut()
        #expect(try store.load() == nil)
        #expect(service.revoked == ["r-100"])
    }

    @Test func `an offline sign-out clears the device and is revoked after a restart`() async throws {
        service.fail(.revoke, with: .isOffline)
        let manager = makeManager()
        await manager.restore()
        await manager.signOut()
        #expect(manager.auth == nil)
        #expect(try store.load() == nil)
        #expect(try store.loadRevocations() == [Revocation(.sample(100))])
        service.fail(.revoke, with: nil)
        let restarted = makeManager()
        #expect(await restarted.restore() == .signedOut(.noSession))
        #expect(await eventually { (try? store.loadRevocations().isEmpty) == true })
        #expect(service.revoked == ["r-100"])
    }

    @Test func `a queued revocation is sent after the next request that reaches the server`() async throws {
        service.fail(.revoke, with: .isOffline)
        let manager = makeManager()
        await manager.signOut()
        service.fail(.revoke, with: nil)
        try await manager.signIn(with: .anonymous)
        #expect(await eventually { service.revoked == ["r-100"] })
        #expect(manager.auth == .second)
    }

    @Test func `a revocation that the server rejects is not stored for a retry`() async throws {
        service.fail(.revoke, with: AuthError(.invalidRequest, ""))
        await makeManager().signOut()
        #expect(try store.loadRevocations().isEmpty)
    }

    @Test func `a sign-out succeeds while the store is locked, and the session does not return`() async throws {
        let manager = makeManager()
        await manager.restore()
        service.fail(.revoke, with: .isOffline)
        store.fail(
            .read(.session), .write(.session), .remove(.session), .read(.revocations), .write(.revocations),
            .remove(.revocations), with: .isLocked)
        await manager.signOut()
        #expect(manager.auth == nil)
        store.fail(
            .read(.session), .write(.session), .remove(.session), .read(.revocations), .write(.revocations),
            .remove(.revocations), with: nil)
        service.fail(.revoke, with: nil)
        #expect(try store.load() != nil)
        #expect(await manager.restore() == .signedOut(.byUser))
        #expect(try store.load() == nil)
        #expect(await eventually { service.revoked.contains("r-100") })
    }

    @Test func `a sign-out that could not remove its session spares a newer one of another process`()
        async throws
    {
        let manager = makeManager()
        await manager.restore()
        service.fail(.revoke, with: .isOffline)
        store.fail(
            .read(.session), .write(.session), .remove(.session), .read(.revocations), .write(.revocations),
            .remove(.revocations), with: .isLocked)
        await manager.signOut()
        store.fail(
            .read(.session), .write(.session), .remove(.session), .read(.revocations), .write(.revocations),
            .remove(.revocations), with: nil)
        try store.save(.sample(101, user: .guest))
        service.fail(.revoke, with: nil)
        #expect(await manager.restore() == .signedIn(.guest))
        #expect(try store.load()?.id == "s-101")
        #expect(await eventually { service.revoked == ["r-100"] })
    }

    @Test(arguments: [false, true])
    func `a sign-out of an unreadable session removes it later, but not a newer session`(
        isLater: Bool
    ) async throws {
        let manager = makeManager()
        store.fail(with: .isLocked)
        await manager.signOut()
        store.fail(with: nil)
        if isLater {
            var guest = Session.sample(101, user: .guest)
            guest.receivedAt = clock.now.addingTimeInterval(1)
            try store.save(guest)
        }
        #expect(await manager.restore() == (isLater ? .signedIn(.guest) : .signedOut(.byUser)))
        #expect(try (store.load() == nil) == !isLater)
        if !isLater { #expect(await eventually { service.revoked == ["r-100"] }) }
    }

    @Test func `a session stored by another process during a sign-out is revoked, too`() async throws {
        let (keychain, others) = (FakeKeychain(), FakeKeychain())
        let store = KeychainSessionStore(items: keychain, marker: .always)
        try store.save(.sample(100))
        try KeychainSessionStore(items: others, marker: .always).save(.sample(101, user: .guest))
        let stored = others.contents.withLock { $0.items["session"] }
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        await manager.restore()
        keychain.contents.withLock {
            $0.before = { call, contents in
                if call == "add revocations" { contents.items["session"] = stored }
            }
        }
        await manager.signOut()
        #expect(try store.load() == nil && manager.auth == nil)
        #expect(Set(service.revoked) == ["r-100", "r-101"])
    }

    @Test func `a sign-out that could not remove the session is completed after a restart`() async throws {
        service.fail(.revoke, with: .isOffline)
        store.fail(.remove(.session), with: .isFull)
        let manager = makeManager()
        await manager.restore()
        await manager.signOut()
        #expect(try store.load() != nil)
        store.fail(.remove(.session), with: nil)
        #expect(await makeManager().restore() == .signedOut(.noSession))
        #expect(try store.load() == nil)
    }

    @Test func `only the newest sixteen revocations are stored`() async throws {
        service.fail(.revoke, with: .isOffline)
        let manager = makeManager()
        for _ in 0..<20 {
            try await manager.signIn(with: .anonymous)
            await manager.signOut()
        }
        let queue = try store.loadRevocations()
        #expect(queue.count == 16)
        #expect(queue.last?.refreshToken == Secret("r-20"))
    }

    @Test func `a stored revocation contains no personal data`() async throws {
        service.fail(.revoke, with: .isOffline)
        await makeManager().signOut()
        let kept = try store.loadRevocations().map { String(decoding: $0.storedForm.serialized(), as: UTF8.self) }
        #expect(kept.count == 1)
        #expect(!kept.joined().contains("test.user.1@example.com"))
        #expect(!kept.joined().contains("Test User"))
    }
}

@Suite struct AccountDeletionTests {
    let clock = ManualClock()
    let service: MockAuthService
    let store = MockSessionStore(.sample(100))
    let manager: AuthManager

    init() {
        service = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: service, store: store, clock: clock.clock)
    }

    @Test func `deleting the account removes the session from the device`() async throws {
        try await manager.deleteAccount()
        #expect(await manager.restore() == .signedOut(.accountDeleted))
        #expect(try store.load() == nil)
    }

    @Test func `a deletion returns the sign-in methods that need manual revocation`() async throws {
        service.deletion = AccountDeletion(manualRevocation: [.apple])
        #expect(try await manager.deleteAccount().manualRevocation == [.apple])
        #expect(manager.auth == nil)
    }

    @Test func `a deletion that needs no manual revocation returns none`() async throws {
        #expect(try await manager.deleteAccount() == AccountDeletion())
    }

    @Test func `deleting an already deleted account succeeds without manual revocations`() async throws {
        service.deletion = AccountDeletion(manualRevocation: [.apple])
        service.dropResponses(to: .delete)
        await expectError(.offline) { try await manager.deleteAccount() }
        #expect(manager.auth == .first)
        #expect(try await manager.deleteAccount() == AccountDeletion())
        #expect(await manager.restore() == .signedOut(.accountDeleted))
        #expect(try store.load() == nil)
    }

    @Test(arguments: [
        AuthError.Code.offline, .reauthenticationRequired, .notAuthenticated, .storageUnavailable, .sessionEnded,
        .sessionRevoked, .userDisabled,
    ])
    func `a failed deletion does not end the session`(code: AuthError.Code) async throws {
        service.fail(.delete, with: AuthError(code, ""))
        await expectError(code) { try await manager.deleteAccount() }
        #expect(manager.auth == .first)
        #expect(try store.load() != nil)
    }

    @Test(arguments: [AuthError.Code.sessionEnded, .sessionRevoked, .userDisabled, .notAuthenticated])
    func `a failed deletion detects an ended session`(code: AuthError.Code) async throws {
        service.fail(.delete, .refresh, with: AuthError(code, ""))
        await expectError(code) { try await manager.deleteAccount() }
        #expect(manager.state == .signedOut(.ended(code)))
    }

    @Test func `a confirmation's new session is stored before the account is deleted`() async throws {
        let code = AuthCredential.authorizationCode(
            AuthorizationCode(code: Secret("c"), verifier: Secret("v"), redirectURI: "r", clientID: "c"))
        service.fail(.delete, with: .isOffline)
        await expectError(.offline) { try await manager.deleteAccount(confirmedBy: code) }
        #expect(try store.load()?.id == "s-1")
        #expect(await eventually { service.revoked == ["r-100"] })
        store.fail(.write(.session), with: .isFull)
        await expectError(.storageUnavailable) { try await manager.deleteAccount(confirmedBy: code) }
        #expect(service.count(of: .delete) == 1)
        #expect(await eventually { service.revoked == ["r-100", "r-2"] })
    }

    @Test func `a rejected confirmation deletes nothing`() async throws {
        service.fail(.reauthenticate, with: AuthError(.reauthenticationRequired, ""))
        await expectError(.reauthenticationRequired) { try await manager.deleteAccount(confirmedBy: .anonymous) }
        #expect(service.count(of: .delete) == 0)
        #expect(manager.auth == .first)
    }
}
