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

        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            let nonce = try await request.nonce()
            asked.withLock { $0.append(nonce.value.exposed) }
            _ = await wait?.value
            return .google(idToken: Secret("t"), nonce: nonce)
        }
    }

    @Test func `an upgrade turns the guest into a user, stores the new session and revokes the old one`()
        async throws
    {
        let upgrade = try await manager.upgrade(with: .apple(user: "u"))
        #expect(upgrade.outcome == .linked)
        #expect(manager.auth == Self.person)
        #expect(try store.load()?.id == "s-7")
        #expect(await eventually { service.revoked == ["r-100"] })
        #expect(log.lines.contains("upgrade_succeeded duration_ms=0 method=apple outcome=linked"))
    }

    @Test(arguments: [true, false])
    func `a registration form links its password to the current account`(isInForm: Bool) async throws {
        service.fail(.link, with: nil)
        let fields: JSONObject = ["nom": "User"]
        let form = PasswordRegistration(
            PasswordCredential(email: "a@example.com", password: Secret("correct horse")),
            profile: isInForm ? fields : [:])
        let upgrade = try await manager.upgrade(using: form, profile: isInForm ? [:] : fields)
        #expect(upgrade.outcome == .linked)
        guard case .password(let typed)? = service.credentials.last else {
            Issue.record("no password was linked")
            return
        }
        #expect(typed.email == "a@example.com" && typed.password == Secret("correct horse"))
    }

    // MARK: Unlinking

    /// Signs in with Apple, and links Google to the account.
    private func both() async throws {
        service.users = []
        service.upgrade = nil
        try await manager.signIn(with: .apple(user: "u"))
        try await manager.upgrade(with: .google(idToken: Secret("g"), nonce: Nonce(Secret("n"))))
        #expect(manager.auth?.providers == ["apple", "google"])
    }

    @Test func `unlinking removes a sign-in method, but not the last one, and the session continues`() async throws {
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

    @Test func `a confirmation before unlinking renews the tokens even if the unlinking fails`()
        async throws
    {
        try await both()
        service.failNext(.unlink, with: AuthError(.reauthenticationRequired, ""))
        await expectError(.reauthenticationRequired) { try await manager.unlink(.apple) }
        service.failNext(.unlink, with: .isOffline)
        let held = try store.load()
        await expectError(.offline) { try await manager.unlink(.apple, confirmedBy: .apple(user: "u")) }
        #expect(service.count(of: .reauthenticate) == 1)
        #expect(try store.load()?.refreshToken != held?.refreshToken)
        #expect(try await manager.unlink(.apple, confirmedBy: .apple(user: "u")).providers == ["google"])
    }

    @Test func `a rejected confirmation unlinks nothing`() async throws {
        try await both()
        service.fail(.reauthenticate, with: AuthError(.reauthenticationRequired, ""))
        await expectError(.reauthenticationRequired) {
            try await manager.unlink(.apple, confirmedBy: .apple(user: "other"))
        }
        #expect(service.count(of: .unlink) == 0)
    }

    @Test func `a failed unlinking detects an ended session`() async throws {
        try await both()
        service.fail(.unlink, .refresh, with: AuthError(.sessionEnded, ""))
        await expectError(.sessionEnded) { try await manager.unlink(.apple) }
        #expect(manager.state == .signedOut(.ended(.sessionEnded)))
    }

    // MARK: Export

    @Test func `an export returns the account's data, after a confirmation where one is required`() async throws {
        #expect(try await manager.exportAccount() == Array(#"{"account":{"uid":"uid-3"}}"#.utf8))
        try await both()
        service.failNext(.export, with: AuthError(.reauthenticationRequired, ""))
        await expectError(.reauthenticationRequired) { _ = try await manager.exportAccount() }
        let held = try store.load()
        _ = try await manager.exportAccount(confirmedBy: .apple(user: "u"))
        #expect(service.count(of: .reauthenticate) == 1)
        #expect(try store.load()?.refreshToken != held?.refreshToken)
        service.fail(.export, .refresh, with: AuthError(.sessionEnded, ""))
        await expectError(.sessionEnded) { _ = try await manager.exportAccount() }
        #expect(manager.state == .signedOut(.ended(.sessionEnded)))
    }

    @Test func `the nonce of a link is requested for the session`() async throws {
        let asked = Locked<[String]>([])
        try await manager.upgrade(using: Source(asked: asked))
        #expect(asked.withLock { $0 } == ["n-s-100-1"])
        #expect(service.count(of: .nonce) == 0)
    }

    @Test func `without a signed-in user no credential is requested and no link is sent`() async throws {
        let asked = Locked<[String]>([])
        try store.delete()
        await expectError(.notAuthenticated) { _ = try await manager.upgrade(using: Source(asked: asked)) }
        await expectError(.notAuthenticated) { _ = try await manager.upgrade(with: .apple(user: "u")) }
        #expect(asked.withLock { $0 }.isEmpty)
        #expect(service.count(of: .link) == 0)
    }

    @Test func `a conflict changes nothing until the user's choice is sent with its ticket`() async throws {
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
        #expect(try await manager.resolveConflict(.switch, ticket: ticket).user == .second)
        #expect(manager.auth == .second)
        #expect(try store.load()?.id == "s-8")
        await manager.sendPendingRevocations()
        #expect(service.count(of: .revoke) == 1)
    }

    @Test func `undoing a merge signs in the returned user, after a confirmation where one is required`()
        async throws
    {
        service.upgrade = Upgrade(outcome: .merged, session: .sample(7, user: Self.person), undoableUntil: clock.now)
        #expect(try await manager.upgrade(with: .apple(user: "u"), onConflict: .merge).undoableUntil == clock.now)
        service.upgrade = Upgrade(outcome: .undone, session: .sample(8, user: .guest))
        service.failNext(.undoMerge, with: AuthError(.reauthenticationRequired, ""))
        await expectError(.reauthenticationRequired) { try await manager.undoMerge() }
        #expect(manager.auth == Self.person)
        #expect(try await manager.undoMerge(confirmedBy: .apple(user: "u")).outcome == .undone)
        #expect(service.count(of: .reauthenticate) == 1)
        #expect(manager.auth == .guest)
        #expect(try store.load()?.id == "s-8")
        #expect(log.lines.contains("upgrade_succeeded duration_ms=0 outcome=undone"))
    }

    @Test func `an upgrade that cannot be stored revokes its session, and the guest stays`() async throws {
        store.fail(.write(.session), with: .isFull)
        await expectError(.storageUnavailable) { _ = try await manager.upgrade(with: .apple(user: "u")) }
        #expect(manager.auth == .guest)
        #expect(service.revoked == ["r-7"])
    }

    @Test func `a sign-out during an upgrade is not undone and revokes both sessions`() async throws {
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

    @Test func `a token request during an upgrade waits and returns the new token without a refresh`()
        async throws
    {
        service.hold(.link)
        let upgrade = Task { try await manager.upgrade(with: .apple(user: "u")) }
        #expect(await eventually { service.count(of: .link) == 1 })
        // From here on the server would return this error for the guest's session.
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

    @Test func `a token request of the previous account is cancelled when the account is switched`() async throws {
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

    @Test func `a double tap is throttled, and a sign-out while the sheet is shown prevents the link`() async throws {
        let (asked, wait) = (Locked<[String]>([]), Promise<Bool>())
        let first = Task { try await manager.upgrade(using: Source(asked: asked, wait: wait)) }
        #expect(await eventually { asked.withLock { $0.count } == 1 })
        await expectError(.throttled) { _ = try await manager.upgrade(using: Source(asked: asked)) }
        await manager.signOut()
        wait.fulfill(true)
        await expectError(.cancelled) { _ = try await first.value }
        #expect(service.count(of: .link) == 0)
    }
}
