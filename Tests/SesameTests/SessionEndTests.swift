import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of the end of a session on the device, and of events that must not end it: an error about another account, a
/// failing store, a late response.
@Suite struct SessionEndTests {
    let clock = ManualClock()
    let service: MockAuthService
    let store = MockSessionStore(.sample(100, user: .guest))
    let manager: AuthManager

    static let person = UserAuthInfo(uid: "uid-3", email: "three@example.com", providers: ["apple"])

    init() {
        service = MockAuthService(clock: clock.clock, users: [.second])
        service.upgrade = Upgrade(outcome: .linked, session: .sample(7, user: Self.person))
        manager = AuthManager(service: service, store: store, clock: clock.clock)
    }

    @Test(arguments: [
        (AuthError.Code.sessionEnded, true), (.sessionRevoked, true), (.userDeleted, true), (.userDisabled, true),
        (.notAuthenticated, true), (.offline, false), (.invalidNonce, false), (.reauthenticationRequired, false),
        (.providerAlreadyLinked, false),
    ])
    func `a failed upgrade ends the session only when the server reports its end`(
        code: AuthError.Code, ends: Bool
    ) async throws {
        service.fail(.link, .refresh, with: AuthError(code, ""))
        await expectError(code) { _ = try await manager.upgrade(with: .apple(user: "u")) }
        #expect((manager.auth == nil) == ends)
        #expect(try (store.load() == nil) == ends)
        #expect(try store.tryLease() != nil)
    }

    @Test(arguments: [AuthError.Code.sessionEnded, .sessionRevoked, .userDeleted, .userDisabled, .notAuthenticated])
    func `errors about another account do not end the session`(
        code: AuthError.Code
    ) async throws {
        service.fail(.link, .unlink, .reauthenticate, .export, with: AuthError(code, ""))
        await expectError(code) { _ = try await manager.upgrade(with: .apple(user: "u"), onConflict: .switch) }
        await expectError(code) { _ = try await manager.unlink(.apple) }
        await expectError(code) { _ = try await manager.exportAccount() }
        await expectError(code) { _ = try await manager.deleteAccount(confirmedBy: .apple(user: "v")) }
        #expect(manager.auth == .guest)
        #expect(service.count(of: .refresh) == 4)
        // The request is retried exactly once.
        #expect(service.count(of: .export) == 2)
        // Without a network, it is unknown whether the session is still valid.
        service.fail(.refresh, with: .isOffline)
        await expectError(.offline) { _ = try await manager.unlink(.apple) }
        await expectError(.offline) { _ = try await manager.exportAccount() }
        #expect(manager.auth == .guest)
        #expect(try store.load()?.user == .guest)
    }

    @Test func `a session with newer tokens from another process ends when the server reports its end`() async throws {
        _ = await manager.restore()
        var newer = Session.sample(100, user: .guest)
        (newer.accessToken, newer.refreshToken) = (Secret("a-101"), Secret("r-101"))
        try store.save(newer)
        service.fail(.link, .refresh, with: AuthError(.sessionEnded, ""))
        await expectError(.sessionEnded) { _ = try await manager.upgrade(with: .apple(user: "u")) }
        #expect(manager.state == .signedOut(.ended(.sessionEnded)))
    }

    private func recovery(of manager: AuthManager) async -> String? {
        await #expect(throws: AuthError.self) { try await manager.exportAccount() }?.recovery.description
    }

    @Test func `an error about another account suggests another sign-in method`() async throws {
        service.fail(.link, .exchange, with: AuthError(.userDisabled, ""))
        let link = await #expect(throws: AuthError.self) {
            try await manager.upgrade(with: .apple(user: "u"), onConflict: .switch)
        }
        #expect(link?.recovery.description == "useAnotherMethod")
        let signIn = await #expect(throws: AuthError.self) {
            try await manager.signIn(with: .apple(user: "u"), replacingGuest: true)
        }
        #expect(signIn?.recovery.description == "useAnotherMethod" && manager.auth == .guest)
        service.fail(.export, with: AuthError(.notAuthenticated, ""))
        #expect(await recovery(of: manager) == "signInAgain")
        service.fail(.export, .refresh, with: AuthError(.userDisabled, ""))
        #expect(await recovery(of: manager) == "signInAgain")
    }

    @Test func `a confirmation that returns another user deletes no account and revokes its session`() async throws {
        let service = BareService(confirmed: .sample(8, user: .second))
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        await expectError(.reauthenticationRequired) { try await manager.deleteAccount(confirmedBy: .apple(user: "v")) }
        #expect(manager.auth == .guest)
        #expect(try store.load()?.id == "s-100")
        #expect(service.service.revoked == ["r-8"])
    }

    @Test func `a link with a rejected access token is retried once after a refresh`() async throws {
        service.failNext(.link, with: AuthError(.notAuthenticated, ""))
        #expect(try await manager.upgrade(with: .apple(user: "u")).user == Self.person)
        #expect(service.count(of: .link) == 2 && service.count(of: .refresh) == 1)
        service.fail(.link, with: AuthError(.notAuthenticated, ""))
        await expectError(.notAuthenticated) { _ = try await manager.upgrade(with: .apple(user: "u")) }
        #expect(service.count(of: .link) == 4 && manager.auth == Self.person)
    }

    @Test func `a late error of the previous session does not affect the next user`() async throws {
        service.hold(.link)
        service.fail(.link, with: AuthError(.sessionEnded, ""))
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u")) }
        #expect(await eventually { service.count(of: .link) == 1 })
        try await manager.signIn(with: .apple(user: "v"), replacingGuest: true)
        service.release(.link)
        await expectError(.cancelled) { _ = try await upgrade.value }
        #expect(manager.auth == .second)
    }

    @Test func `a failed write does not end a session that the upgrade continues`() async throws {
        service.upgrade = Upgrade(outcome: .kept, session: .sample(100, user: .guest))
        store.fail(.write(.session), with: .isFull)
        await expectError(.storageUnavailable) { _ = try await manager.upgrade(with: .apple(user: "u")) }
        store.fail(.write(.session), with: nil)
        #expect(await manager.restore() == .signedIn(.guest))
        #expect(service.revoked.isEmpty && manager.sessionID == "s-100")
    }

    @Test func `tokens renewed by another process during an upgrade stay`() async throws {
        service.upgrade = Upgrade(outcome: .kept, session: .sample(100, user: Self.person))
        _ = await manager.restore()
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u")) }
        #expect(await eventually { service.count(of: .link) == 1 })
        var newer = Session.sample(100, user: .guest)
        (newer.accessToken, newer.refreshToken) = (Secret("a-101"), Secret("r-101"))
        try store.save(newer)
        service.release(.link)
        #expect(try await upgrade.value.session.refreshToken == Secret("r-101"))
        #expect(try store.load()?.refreshToken == Secret("r-101"))
        #expect(try await manager.accessToken() == Secret("a-101"))
        #expect(manager.auth == Self.person)
    }

    @Test func `a deletion during an upgrade waits for it and deletes the same account`() async throws {
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u")) }
        #expect(await eventually { service.count(of: .link) == 1 })
        let deletion = Task { try await manager.deleteAccount() }
        #expect(await eventually { clock.sleeperCount == 1 })
        service.release(.link)
        _ = try await upgrade.value
        clock.advance(by: .milliseconds(100))
        _ = try await deletion.value
        #expect(manager.state == .signedOut(.accountDeleted) && service.count(of: .delete) == 1)
    }

    @Test func `a deletion during an upgrade waits for it and does not delete an account switched to`() async throws {
        service.upgrade = Upgrade(outcome: .switched, session: .sample(8, user: .second))
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u"), onConflict: .switch) }
        #expect(await eventually { service.count(of: .link) == 1 })
        let deletion = Task { try await manager.deleteAccount() }
        #expect(await eventually { clock.sleeperCount == 1 })
        service.release(.link)
        _ = try await upgrade.value
        clock.advance(by: .milliseconds(100))
        await expectError(.cancelled) { _ = try await deletion.value }
        #expect(manager.auth == .second && service.count(of: .delete) == 0)
    }

    @Test func `a late upgrade does not undo another process's sign-out`() async throws {
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u")) }
        #expect(await eventually { service.count(of: .link) == 1 })
        try store.delete()
        service.release(.link)
        await expectError(.cancelled) { _ = try await upgrade.value }
        #expect(manager.state == .signedOut(.endedByOtherProcess))
        #expect(try store.load() == nil)
        #expect(service.revoked == ["r-7"])
    }
}
