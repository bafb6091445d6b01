import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct UpgradeTests {
    let clock = ManualClock()
    let service: MockAuthService
    let store = MockSessionStore(.sample(100, user: .guest))
    let log = RecordingLog()
    let manager: AuthManager

    static let person = UserAuthInfo(uid: "uid-3", email: "three@example.com", providers: ["apple"])

    init() {
        service = MockAuthService(clock: clock.clock, users: [.second])
        service.upgrade = Upgrade(outcome: .linked, session: .sample(7, user: Self.person))
        manager = AuthManager(service: service, store: store, log: log, clock: clock.clock)
    }

    struct Source: CredentialSource {
        let asked: Locked<[String]>
        var wait: Promise<Bool>?

        func credential(nonces: NonceSource) async throws(AuthError) -> AuthCredential {
            let nonce = try await nonces.next()
            asked.withLock { $0.append(nonce.value.exposed) }
            _ = await wait?.value
            return .google(idToken: Secret("t"), nonce: nonce)
        }
    }

    @Test func `a guest becomes a person with the same uid, in a session that is stored before it is used`()
        async throws
    {
        let upgrade = try await manager.upgrade(with: .apple(user: "u"))
        #expect(upgrade.outcome == .linked)
        #expect(manager.auth == Self.person)
        #expect(try store.load()?.id == "s-7")
        #expect(await eventually { service.revoked == ["r-100"] })
        #expect(log.lines.contains("upgrade_succeeded duration_ms=0 method=apple outcome=linked"))
    }

    // MARK: Unlinking

    /// Somebody with two ways to sign in.
    private func both() async throws {
        service.users = []
        service.upgrade = nil
        try await manager.signIn(with: .apple(user: "u"))
        try await manager.upgrade(with: .google(idToken: Secret("g"), nonce: Nonce(Secret("n"))))
        #expect(manager.auth?.providers == ["apple", "google"])
    }

    @Test func `a way to sign in is taken from the account, and the session goes on`() async throws {
        try await both()
        let session = manager.sessionID
        let user = try await manager.unlink(.apple)
        #expect(user.providers == ["google"])
        #expect(manager.auth?.providers == ["google"])
        #expect(try store.load()?.user.providers == ["google"])
        #expect(manager.sessionID == session)
        #expect(log.lines.last == "method_unlinked duration_ms=0 method=apple")
        await expectError(.lastMethod) { try await manager.unlink(.google) }
        #expect(log.lines.last == "unlink_failed code=last_method duration_ms=0 method=google")
        #expect(manager.auth?.providers == ["google"])
    }

    @Test func `a proof of who the person is goes first, and its tokens are kept, whatever comes of the rest`()
        async throws
    {
        try await both()
        service.failNext(.unlink, with: AuthError(.reauthenticationRequired, ""))
        await expectError(.reauthenticationRequired) { try await manager.unlink(.apple) }
        service.failNext(.unlink, with: .isOffline)
        let held = try store.load()
        await expectError(.offline) { try await manager.unlink(.apple, confirmedBy: .apple(user: "u")) }
        #expect(service.count(of: .confirm) == 1)
        #expect(try store.load()?.refreshToken != held?.refreshToken)
        #expect(try await manager.unlink(.apple, confirmedBy: .apple(user: "u")).providers == ["google"])
    }

    @Test func `another person's proof unlinks nothing`() async throws {
        try await both()
        service.fail(.confirm, with: AuthError(.reauthenticationRequired, ""))
        await expectError(.reauthenticationRequired) {
            try await manager.unlink(.apple, confirmedBy: .apple(user: "other"))
        }
        #expect(service.count(of: .unlink) == 0)
    }

    @Test func `a session that turns out to have ended is over`() async throws {
        try await both()
        service.fail(.unlink, .refresh, with: AuthError(.sessionEnded, ""))
        await expectError(.sessionEnded) { try await manager.unlink(.apple) }
        #expect(manager.state == .signedOut(.ended(.sessionEnded)))
    }

    // MARK: Export

    @Test func `a person is given what is kept about them, after a proof where one is needed`() async throws {
        #expect(try await manager.exportAccount() == Array(#"{"account":{"uid":"uid-3"}}"#.utf8))
        try await both()
        service.failNext(.export, with: AuthError(.reauthenticationRequired, ""))
        await expectError(.reauthenticationRequired) { _ = try await manager.exportAccount() }
        let held = try store.load()
        _ = try await manager.exportAccount(confirmedBy: .apple(user: "u"))
        #expect(service.count(of: .confirm) == 1)
        #expect(try store.load()?.refreshToken != held?.refreshToken)
        service.fail(.export, .refresh, with: AuthError(.sessionEnded, ""))
        await expectError(.sessionEnded) { _ = try await manager.exportAccount() }
        #expect(manager.state == .signedOut(.ended(.sessionEnded)))
    }

    @Test func `the nonce of a link is the session's own`() async throws {
        let asked = Locked<[String]>([])
        try await manager.upgrade(using: Source(asked: asked))
        #expect(asked.withLock { $0 } == ["n-s-100-1"])
        #expect(service.count(of: .nonce) == 0)
    }

    @Test func `nobody is asked for a credential when there is nobody to link it to`() async throws {
        let asked = Locked<[String]>([])
        try store.delete()
        await expectError(.notAuthenticated) { _ = try await manager.upgrade(using: Source(asked: asked)) }
        await expectError(.notAuthenticated) { _ = try await manager.upgrade(with: .apple(user: "u")) }
        #expect(asked.withLock { $0 }.isEmpty)
        #expect(service.count(of: .link) == 0)
    }

    @Test func `a conflict changes nothing, and the person's choice is carried out with its ticket`() async throws {
        var error = AuthError(.credentialInUse, "")
        error.conflict = AccountConflict(
            ticket: Secret("ticket"), expiresIn: .seconds(600),
            account: UserAuthInfo(uid: "uid-2", providers: ["apple"]))
        service.fail(.link, with: error)
        let thrown = await #expect(throws: AuthError.self) { try await manager.upgrade(with: .apple(user: "u")) }
        guard case .chooseAccount(let ticket?) = thrown?.recovery else {
            Issue.record("no choice")
            return
        }
        #expect(manager.auth == .guest)
        #expect(try store.load()?.id == "s-100")
        service.upgrade = Upgrade(outcome: .switched, session: .sample(8, user: .second))
        #expect(try await manager.settle(.switch, ticket: ticket).user == .second)
        #expect(manager.auth == .second)
        #expect(try store.load()?.id == "s-8")
    }

    @Test func `an undone merge leaves the person where the answer says, after a proof where one is needed`()
        async throws
    {
        service.upgrade = Upgrade(outcome: .merged, session: .sample(7, user: Self.person), undoableUntil: clock.now)
        #expect(try await manager.upgrade(with: .apple(user: "u"), onConflict: .merge).undoableUntil == clock.now)
        service.upgrade = Upgrade(outcome: .undone, session: .sample(8, user: .guest))
        service.failNext(.undoMerge, with: AuthError(.reauthenticationRequired, ""))
        await expectError(.reauthenticationRequired) { try await manager.undoMerge() }
        #expect(manager.auth == Self.person)
        #expect(try await manager.undoMerge(confirmedBy: .apple(user: "u")).outcome == .undone)
        #expect(service.count(of: .confirm) == 1)
        #expect(manager.auth == .guest)
        #expect(try store.load()?.id == "s-8")
        #expect(log.lines.contains("upgrade_succeeded duration_ms=0 outcome=undone"))
    }

    @Test func `a session that could not be stored is ended, and the guest stays`() async throws {
        store.fail(.save, with: .isFull)
        await expectError(.storageUnavailable) { _ = try await manager.upgrade(with: .apple(user: "u")) }
        #expect(manager.auth == .guest)
        #expect(service.revoked == ["r-7"])
    }

    @Test func `a sign-out during an upgrade brings nobody back`() async throws {
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u")) }
        #expect(await eventually { service.count(of: .link) == 1 })
        await manager.signOut()
        service.release(.link)
        await expectError(.cancelled) { _ = try await upgrade.value }
        #expect(manager.auth == nil)
        #expect(try store.load() == nil)
        #expect(service.revoked == ["r-100", "r-7"])
    }

    @Test func `a sign-in during an upgrade is not overwritten`() async throws {
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u")) }
        #expect(await eventually { service.count(of: .link) == 1 })
        try await manager.signIn(with: .apple(user: "v"), replacingGuest: true)
        service.release(.link)
        await expectError(.cancelled) { _ = try await upgrade.value }
        #expect(manager.auth == .second)
        #expect(try store.load()?.user == .second)
        #expect(await eventually { service.revoked.contains("r-7") })
    }

    @Test func `nobody refreshes the guest's session while it is replaced, and who asked gets the new token`()
        async throws
    {
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u")) }
        #expect(await eventually { service.count(of: .link) == 1 })
        // The server would say so of the guest's session now.
        service.fail(.refresh, with: AuthError(.sessionEnded, ""))
        let caller = Task { try await manager.accessToken(rejecting: Secret("a-100")) }
        #expect(await eventually { clock.sleeperCount == 1 })
        service.release(.link)
        _ = try await upgrade.value
        clock.advance(by: .milliseconds(100))
        #expect(try await caller.value == Secret("a-7"))
        #expect(service.count(of: .refresh) == 0)
        #expect(manager.auth == Self.person)
    }

    @Test func `an account that was switched away from gives its callers no token of the other one`() async throws {
        service.upgrade = Upgrade(outcome: .switched, session: .sample(8, user: .second))
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u"), onConflict: .switch) }
        #expect(await eventually { service.count(of: .link) == 1 })
        let caller = Task { try await manager.accessToken(rejecting: Secret("a-100")) }
        #expect(await eventually { clock.sleeperCount == 1 })
        service.release(.link)
        _ = try await upgrade.value
        clock.advance(by: .milliseconds(100))
        await expectError(.cancelled) { _ = try await caller.value }
        #expect(manager.auth == .second)
    }

    @Test(arguments: [
        (AuthError.Code.sessionEnded, true), (.sessionRevoked, true), (.userDeleted, true), (.userDisabled, true),
        (.notAuthenticated, true), (.offline, false), (.invalidNonce, false), (.reauthenticationRequired, false),
        (.providerAlreadyLinked, false),
    ])
    func `an upgrade that fails ends the session only when the server says that it has ended`(
        code: AuthError.Code, ends: Bool
    ) async throws {
        service.fail(.link, .refresh, with: AuthError(code, ""))
        await expectError(code) { _ = try await manager.upgrade(with: .apple(user: "u")) }
        #expect((manager.auth == nil) == ends)
        #expect(try (store.load() == nil) == ends)
        #expect(try store.tryLease() != nil)
    }

    @Test(arguments: [AuthError.Code.sessionEnded, .sessionRevoked, .userDeleted, .userDisabled, .notAuthenticated])
    func `what is said of another account ends nobody's session, since the refresh says that it goes on`(
        code: AuthError.Code
    ) async throws {
        service.fail(.link, .unlink, .confirm, .export, with: AuthError(code, ""))
        await expectError(code) { _ = try await manager.upgrade(with: .apple(user: "u"), onConflict: .switch) }
        await expectError(code) { _ = try await manager.unlink(.apple) }
        await expectError(code) { _ = try await manager.exportAccount() }
        await expectError(code) { _ = try await manager.deleteAccount(confirmedBy: .apple(user: "v")) }
        #expect(manager.auth == .guest)
        #expect(service.count(of: .refresh) == 4)
        // Once more, and no oftener.
        #expect(service.count(of: .export) == 2)
        // Whether it goes on is not known without a network.
        service.fail(.refresh, with: .isOffline)
        await expectError(code) { _ = try await manager.unlink(.apple) }
        await expectError(.offline) { _ = try await manager.exportAccount() }
        #expect(manager.auth == .guest)
        #expect(try store.load()?.user == .guest)
    }

    @Test func `whether a session has ended is asked of the tokens that another process has brought, too`() async throws
    {
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

    @Test func `an app is not told to clear a person's data for what is said of another account`() async throws {
        service.fail(.link, .export, with: AuthError(.userDisabled, ""))
        for isOffline in [false, true] {
            if isOffline { service.fail(.refresh, with: .isOffline) }
            let error = await #expect(throws: AuthError.self) {
                try await manager.upgrade(with: .apple(user: "u"), onConflict: .switch)
            }
            #expect(error?.recovery.description == "chooseAnotherWay")
        }
        service.fail(.refresh, with: nil)
        service.fail(.export, with: AuthError(.notAuthenticated, ""))
        #expect(await recovery(of: manager) == "signInAgain")
        service.fail(.export, .refresh, with: AuthError(.userDisabled, ""))
        #expect(await recovery(of: manager) == "signInAgain")
    }

    @Test func `a proof that brings another person deletes nobody's account`() async throws {
        let service = BareService(confirmed: .sample(8, user: .second))
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        await expectError(.reauthenticationRequired) { try await manager.deleteAccount(confirmedBy: .apple(user: "v")) }
        #expect(manager.auth == .guest)
        #expect(try store.load()?.id == "s-100")
        #expect(service.service.revoked == ["r-8"])
    }

    @Test func `a store that cannot be written ends no session that goes on`() async throws {
        service.upgrade = Upgrade(outcome: .kept, session: .sample(100, user: .guest))
        store.fail(.save, with: .isFull)
        await expectError(.storageUnavailable) { _ = try await manager.upgrade(with: .apple(user: "u")) }
        store.fail(.save, with: nil)
        #expect(await manager.restore() == .signedIn(.guest))
        #expect(service.revoked.isEmpty && manager.sessionID == "s-100")
    }

    @Test func `tokens that another process has renewed meanwhile stay`() async throws {
        service.upgrade = Upgrade(outcome: .kept, session: .sample(100, user: Self.person))
        _ = await manager.restore()
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u")) }
        #expect(await eventually { service.count(of: .link) == 1 })
        var newer = Session.sample(100, user: .guest)
        (newer.accessToken, newer.refreshToken) = (Secret("a-101"), Secret("r-101"))
        try store.save(newer)
        service.release(.link)
        _ = try await upgrade.value
        #expect(try store.load()?.refreshToken == Secret("r-101"))
        #expect(try await manager.accessToken() == Secret("a-101"))
        #expect(manager.auth == Self.person)
    }

    @Test func `a deletion after an upgrade of the same account deletes it`() async throws {
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

    @Test func `a deletion waits for the upgrade that runs, and deletes no account that was switched to`() async throws
    {
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

    @Test func `a sign-out by another process is not undone by an answer that comes late`() async throws {
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u")) }
        #expect(await eventually { service.count(of: .link) == 1 })
        try store.delete()
        service.release(.link)
        await expectError(.cancelled) { _ = try await upgrade.value }
        #expect(manager.state == .signedOut(.elsewhere))
        #expect(try store.load() == nil)
        #expect(service.revoked == ["r-7"])
    }

    @Test func `a double tap makes one link, and a sign-out while the sheet is up makes none`() async throws {
        let (asked, wait) = (Locked<[String]>([]), Promise<Bool>())
        let first = Task { try await manager.upgrade(using: Source(asked: asked, wait: wait)) }
        #expect(await eventually { asked.withLock { $0.count } == 1 })
        await expectError(.throttled) { _ = try await manager.upgrade(using: Source(asked: asked)) }
        await manager.signOut()
        wait.fulfil(true)
        await expectError(.cancelled) { _ = try await first.value }
        #expect(service.count(of: .link) == 0)
    }
}
