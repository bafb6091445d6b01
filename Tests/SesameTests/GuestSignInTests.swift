import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of sign-in by a guest, which upgrades the guest account unless the app asks to replace the guest.
@Suite struct GuestSignInTests {
    let clock = ManualClock()
    let service: MockAuthService
    let store = MemorySessionStore(.sample(100, user: .guest))
    let manager: AuthManager

    init() {
        service = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: service, store: store, clock: clock.clock)
    }

    /// A Google sheet that records the nonces that it received.
    struct Google: CredentialSource {
        let asked = Locked<[String]>([])
        var keepsGuest = true

        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            let nonce = try await request.nonce()
            asked.withLock { $0.append(nonce.value.exposed) }
            return .google(idToken: Secret("google-1"), nonce: nonce)
        }
    }

    /// Signs in on another device with the Google account that ``Google`` returns.
    private func signInElsewhere() async throws -> UserAuthInfo {
        let other = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        return try await other.signIn(using: Google()).user
    }

    @Test func `a guest's sign-in preserves the uid and uses a nonce bound to the session`() async throws {
        let google = Google()
        let signIn = try await manager.signIn(using: google)
        #expect(signIn.user.uid == UserAuthInfo.guest.uid && !signIn.user.isAnonymous && !signIn.isNewUser)
        #expect(manager.auth == signIn.user)
        #expect(google.asked.withLock { $0 } == ["n-s-100-1"])
        #expect(service.count(of: .link) == 1 && service.count(of: .exchange) == 0)
        // The gate counts it like every sign-in, so that the next one is throttled.
        await expectError(.throttled) { try await manager.signIn(using: google) }
    }

    @Test func `a token whose nonce was requested as a guest preserves the guest, too`()
        async throws
    {
        let nonce = try await manager.nonce(for: .signIn)
        #expect(nonce.value.exposed == "n-s-100-1")
        #expect(try await manager.nonce(for: .replacingGuest).value.exposed == "n-2")
        let user = try await manager.signIn(with: .google(idToken: Secret("google-1"), nonce: nonce)).user
        #expect(user.uid == UserAuthInfo.guest.uid)
        // The user is no longer a guest.
        #expect(try await manager.nonce(for: .signIn).value.exposed == "n-3")
    }

    @Test func `registering a password preserves the guest's account`() async throws {
        let form = PasswordRegistration(.init(email: "a@example.com", password: Secret("correct horse")))
        #expect(try await manager.signIn(using: form).user.uid == UserAuthInfo.guest.uid)
        #expect(manager.auth?.providers == ["password"])
    }

    @Test func `a credential in use changes nothing until the user chooses an account`() async throws {
        let person = try await signInElsewhere()
        let error = await #expect(throws: AuthError.self) { _ = try await manager.signIn(using: Google()) }
        #expect(error?.code == .credentialInUse)
        #expect(manager.auth == .guest)
        let ticket = try #require(error?.conflict?.ticket)
        #expect(try await manager.resolveConflict(.switch, ticket: ticket).user.uid == person.uid)
    }

    @Test(
        arguments: [
            PasswordCredential(email: "a@example.com", password: Secret("correct horse")),
            Google(keepsGuest: false),
        ] as [any CredentialSource])
    func `a source whose credentials cannot be linked is rejected, and the guest stays`(source: any CredentialSource)
        async throws
    {
        await expectError(.guestSignedIn) { _ = try await manager.signIn(using: source) }
        #expect(manager.auth == .guest && service.count(of: .exchange) == 0)
        // The sign-in may be retried at once.
        try await manager.signIn(using: Google())
    }

    @Test(arguments: [
        AuthCredential.google(idToken: Secret("google-1"), nonce: nil),
        .password(.init(email: "a@example.com", password: Secret("correct horse"))),
        .authorizationCode(.init(code: Secret("c"), verifier: Secret("v"), redirectURI: "r", clientID: "c")),
        .oneTimeToken(uid: "u", secret: Secret("s")),
        .code(Secret("123456"), SentCode(to: "a@example.com")),
    ])
    func `a credential that cannot be linked is rejected, and the guest stays`(credential: AuthCredential) async throws
    {
        let error = await #expect(throws: AuthError.self) { _ = try await manager.signIn(with: credential) }
        #expect(error?.code == .guestSignedIn)
        guard case .chooseAccount(nil)? = error?.recovery else {
            Issue.record("another recovery")
            return
        }
        #expect(manager.auth == .guest && service.count(of: .exchange) == 0 && service.count(of: .link) == 0)
    }

    @Test func `a guest is replaced if the app says so, with a nonce not bound to the session`() async throws {
        let person = try await signInElsewhere()
        let google = Google()
        #expect(try await manager.signIn(using: google, replacingGuest: true).user.uid == person.uid)
        #expect(google.asked.withLock { $0 } == ["n-2"])
        #expect(service.count(of: .link) == 0)
    }

    @Test func `a credential replaces the guest if the app says so`() async throws {
        let credential = AuthCredential.oneTimeToken(uid: "u", secret: Secret("s"))
        #expect(try await manager.signIn(with: credential, replacingGuest: true).user.uid != UserAuthInfo.guest.uid)
    }

    @Test func `an anonymous sign-in returns the same guest`() async throws {
        let signIn = try await manager.signIn(with: .anonymous)
        #expect(signIn.session.id == "s-100" && !signIn.isNewUser && service.count(of: .exchange) == 0)
    }

    @Test func `signInWithApple and signInWithGoogle replace a guest only if the app says so`() async throws {
        var configuration = AuthConfiguration(
            service: service, storage: .memory.keepingSession(in: store), clock: clock.clock)
        (configuration.apple, configuration.google) = (Google(keepsGuest: false), Google(keepsGuest: false))
        let manager = AuthManager(configuration)
        await manager.restore()
        await expectError(.guestSignedIn) { try await manager.signInWithApple() }
        await expectError(.guestSignedIn) { try await manager.signInWithGoogle() }
        let result = GoogleSignInResult(idToken: Secret("google-2"))
        await expectError(.guestSignedIn) { try await manager.signInWithGoogle(result: result) }
        let first = try await manager.signInWithGoogle(result: result, replacingGuest: true)
        #expect(first.uid != UserAuthInfo.guest.uid)
        try store.save(.sample(100, user: .guest))
        await manager.signOut()
        try await manager.signInAnonymously()
        #expect(try await manager.signInWithApple(replacingGuest: true).isAnonymous == false)
        await manager.signOut()
        let guest = try await manager.signInAnonymously()
        #expect(try await manager.signInWithGoogle(replacingGuest: true).uid != guest.uid)
    }

    @Test func `a name from Apple is stored when the guest's sign-in fails after the sheet`() async throws {
        struct Apple: CredentialSource {
            func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
                .apple(
                    idToken: .token(["sub": "person"]), nonce: try await request.nonce(),
                    name: PersonName(givenName: "Test", familyName: "User 1"))
            }
        }
        service.fail(.link, with: .isOffline)
        await expectError(.offline) { try await manager.signIn(using: Apple()) }
        #expect(try store.loadNames().map(\.appleUser) == ["person"])
        service.fail(.link, with: nil)
        // The guest left while the sheet was open.
        service.hold(.linkNonce)
        let attempt = Task { try await manager.signIn(using: Apple()) }
        #expect(await eventually { service.count(of: .linkNonce) == 2 })
        await manager.signOut()
        service.release(.linkNonce)
        await #expect(throws: AuthError.self) { try await attempt.value }
        #expect(try store.loadNames().map(\.appleUser) == ["person"])
    }

    @Test func `a guest found in the store during a sign-in is not replaced`() async throws {
        let store = MockSessionStore(.sample(100, user: .guest))
        store.fail(.read(.session), with: .isLocked)
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        service.hold(.exchange)
        let attempt = Task { try await manager.signIn(using: Google()) }
        #expect(await eventually { service.count(of: .exchange) == 1 })
        store.fail(.read(.session), with: nil)
        await manager.restore()
        service.release(.exchange)
        await expectError(.guestSignedIn) { _ = try await attempt.value }
        #expect(manager.auth == .guest)
        #expect(try store.load()?.id == "s-100")
        #expect(await eventually { service.revoked.count == 1 })
        #expect(!service.revoked.contains("r-100"))
    }

    @Test func `a guest signed in by another process is preserved`() async throws {
        let store = MemorySessionStore()
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        await manager.restore()
        try store.save(.sample(100, user: .guest))
        #expect(try await manager.signIn(with: .anonymous).user == .guest)
        await manager.signOut()
        try store.save(.sample(101, user: .guest))
        #expect(try await manager.signIn(using: Google()).user.uid == UserAuthInfo.guest.uid)
        #expect(service.count(of: .exchange) == 0 && !service.revoked.contains("r-101"))
    }

    @Test func `a guest whom another process signs in during a sign-in is not replaced`() async throws {
        let store = MemorySessionStore()
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        await manager.restore()
        service.hold(.exchange)
        let attempt = Task { try await manager.signIn(using: Google()) }
        #expect(await eventually { service.count(of: .exchange) == 1 })
        try store.save(.sample(100, user: .guest))
        service.release(.exchange)
        await expectError(.guestSignedIn) { _ = try await attempt.value }
        #expect(manager.auth == .guest && !service.revoked.contains("r-100"))
    }

    @Test func `only the guest present at the start is replaced, not one signed in since by another process`()
        async throws
    {
        _ = await manager.restore()
        service.hold(.exchange)
        let attempt = Task { try await manager.signIn(with: .apple(user: "u"), replacingGuest: true) }
        #expect(await eventually { service.count(of: .exchange) == 1 })
        var other = UserAuthInfo.guest
        other.uid = "another guest"
        try store.save(.sample(101, user: other))
        service.release(.exchange)
        await expectError(.guestSignedIn) { _ = try await attempt.value }
        #expect(manager.auth == other && !service.revoked.contains("r-101"))
        // The app now knows which guest account it leaves behind.
        #expect(try await manager.signIn(with: .apple(user: "u"), replacingGuest: true).user.isAnonymous == false)
    }

    @Test func `a guest whom another process signed in earlier is replaced if the app says so`() async throws {
        let store = MemorySessionStore()
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        #expect(await manager.restore() == .signedOut(.noSession))
        try store.save(.sample(100, user: .guest))
        try await manager.signIn(with: .apple(user: "u"), replacingGuest: true)
        #expect(manager.auth?.isAnonymous == false)
        #expect(await eventually { service.revoked == ["r-100"] })
    }

    @Test func `a guest who could not be read at the start is replaced if the app says so`() async throws {
        let store = MockSessionStore(.sample(100, user: .guest))
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        store.fail(.read(.session), with: AuthError(.storageLocked, ""))
        service.hold(.exchange)
        let attempt = Task { try await manager.signIn(with: .apple(user: "u"), replacingGuest: true) }
        #expect(await eventually { service.count(of: .exchange) == 1 })
        store.fail(.read(.session), with: nil)
        service.release(.exchange)
        #expect(try await attempt.value.user.isAnonymous == false)
        #expect(await eventually { service.revoked == ["r-100"] })
    }

    @Test func `a guest deleted at the server does not block a sign-in if the refresh reports it`() async throws {
        _ = await manager.restore()
        clock.advance(by: .seconds(7_776_000))
        service.fail(.refresh, with: AuthError(.userDeleted, ""))
        let signIn = try await manager.signIn(using: Google())
        #expect(signIn.user.uid != UserAuthInfo.guest.uid && service.count(of: .exchange) == 1)
    }

    @Test func `a guest deleted at the server does not block a sign-in while the access token is valid`()
        async throws
    {
        _ = await manager.restore()
        service.fail(.linkNonce, .refresh, with: AuthError(.userDeleted, ""))
        let google = Google()
        let signIn = try await manager.signIn(using: google)
        #expect(signIn.user.uid != UserAuthInfo.guest.uid && service.count(of: .exchange) == 1)
        #expect(google.asked.withLock { $0 } == ["n-1"])
    }

    @Test func `a guest deleted at the server does not block a sign-in if only the link reports it`() async throws {
        _ = await manager.restore()
        service.fail(.link, .refresh, with: AuthError(.userDeleted, ""))
        let form = PasswordRegistration(.init(email: "a@example.com", password: Secret("correct horse")))
        let signIn = try await manager.signIn(using: form)
        #expect(signIn.user.uid != UserAuthInfo.guest.uid && service.count(of: .exchange) == 1)
        // The same without the app's own form.
        await manager.signOut()
        try store.save(.sample(100, user: .guest))
        let other = PasswordRegistration(.init(email: "b@example.com", password: Secret("correct horse")))
        let second = try await manager.signIn(with: .passwordRegistration(other))
        #expect(second.user.uid != UserAuthInfo.guest.uid && service.count(of: .exchange) == 2)
    }

    @Test func `a provider's token with a deleted guest's nonce is rejected`() async throws {
        let nonce = try await manager.nonce(for: .signIn)
        service.fail(.link, .refresh, with: AuthError(.userDeleted, ""))
        await expectError(.userDeleted) {
            _ = try await manager.signIn(with: .google(idToken: Secret("google-1"), nonce: nonce))
        }
        #expect(manager.state == .signedOut(.ended(.userDeleted)) && service.count(of: .exchange) == 0)
    }

    @Test func `an ended guest session does not block a credential that cannot be linked`() async throws {
        let credential = AuthCredential.oneTimeToken(uid: "u", secret: Secret("s"))
        service.fail(.refresh, with: AuthError(.sessionEnded, ""))
        #expect(try await manager.signIn(with: credential).user.uid != UserAuthInfo.guest.uid)
        await manager.signOut()
        try store.save(.sample(100, user: .guest))
        #expect(try await manager.signIn(using: Google(keepsGuest: false)).user.uid != UserAuthInfo.guest.uid)
    }

    @Test func `a rejected refresh token ends the guest's session, and the sign-in continues`() async throws {
        _ = await manager.restore()
        clock.advance(by: .seconds(7_776_000))
        service.fail(.refresh, with: AuthError(.notAuthenticated, ""))
        #expect(try await manager.signIn(using: Google()).user.uid != UserAuthInfo.guest.uid)
    }

    @Test func `a request during an upgrade does not sign out the upgraded user`() async throws {
        service.hold(.link)
        let attempt = Task { try await manager.signIn(using: Google()) }
        #expect(await eventually { service.count(of: .link) == 1 })
        // The server has ended the guest's session with the link, and its response is still on its way.
        service.failNext(.linkNonce, with: AuthError(.sessionEnded, ""))
        let nonce = Task { try await manager.nonce(for: .signIn) }
        #expect(await eventually { clock.sleeperCount == 1 })
        service.release(.link)
        #expect(try await attempt.value.user.uid == UserAuthInfo.guest.uid)
        clock.advance(by: .milliseconds(100))
        // The nonce is requested again, in the new session.
        #expect(try await nonce.value.value.exposed.hasPrefix("n-\(manager.sessionID ?? "-")-"))
        #expect(manager.auth?.isAnonymous == false)
    }

    @Test func `a late response does not replace a user signed in by another process`() async throws {
        let store = MemorySessionStore()
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        let password = Secret("correct horse")
        try await manager.signIn(
            with: .passwordRegistration(.init(.init(email: "a@example.com", password: password))))
        service.hold(.passwordChange)
        let change = Task { try await manager.changePassword(to: Secret("battery staple"), current: password) }
        #expect(await eventually { service.count(of: .passwordChange) == 1 })
        try store.save(.sample(100, user: .guest))
        service.release(.passwordChange)
        await expectError(.cancelled) { try await change.value }
        #expect(manager.auth == .guest && !service.revoked.contains("r-100"))
    }

    @Test func `a nonce for a guest whose session has ended is not bound to it`() async throws {
        _ = await manager.restore()
        service.fail(.linkNonce, .refresh, with: AuthError(.sessionEnded, ""))
        #expect(try await manager.nonce(for: .signIn).value.exposed == "n-1")
        #expect(manager.state == .signedOut(.ended(.sessionEnded)))
    }

    @Test func `a network failure does not sign out the guest`() async throws {
        _ = await manager.restore()
        service.fail(.linkNonce, with: .isOffline)
        await expectError(.offline) { _ = try await manager.signIn(using: Google()) }
        await expectError(.offline) { _ = try await manager.nonce(for: .signIn) }
        #expect(manager.auth == .guest && service.count(of: .exchange) == 0)
    }

    @Test func `a guest's sign-in is logged like any other`() async throws {
        let log = RecordingLog()
        let manager = AuthManager(service: service, store: store, log: log, clock: clock.clock)
        struct Cancelling: CredentialSource {
            func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
                throw AuthError(.cancelled, "")
            }
        }
        await expectError(.cancelled) { try await manager.signIn(using: Cancelling()) }
        await expectError(.guestSignedIn) { try await manager.signIn(using: Google(keepsGuest: false)) }
        clock.advance(by: .seconds(7_776_000))
        service.fail(.refresh, with: .isOffline)
        await expectError(.offline) { try await manager.signIn(using: Google()) }
        service.fail(.refresh, with: nil)
        try await manager.signIn(using: Google())
        let kinds = log.lines.compactMap { $0.split(separator: " ").first }.filter { $0.hasPrefix("sign_in") }
        #expect(
            kinds == [
                "sign_in_began", "sign_in_cancelled", "sign_in_began", "sign_in_failed", "sign_in_began",
                "sign_in_failed", "sign_in_began", "sign_in_succeeded",
            ])
    }

    @Test @MainActor func `an app shows the account choice and carries it out`() async throws {
        let person = try await signInElsewhere()
        let state = AppState(auth: manager, profiles: NoProfiles())
        let running = Task { await state.run() }
        defer { running.cancel() }
        #expect(await eventually { state.currentUser == .guest })
        await state.signIn(using: Google())
        #expect(state.currentUser == .guest)
        guard case .chooseAccount(_?)? = state.problem?.recovery else {
            Issue.record("no choice is asked for")
            return
        }
        await state.resolveConflict(.switch)
        #expect(await eventually { state.currentUser?.uid == person.uid })
    }

    private struct NoProfiles: ProfileSource {
        func load(for user: UserAuthInfo) async -> ProfileLookupResult { .found(.finished) }
    }
}
