import Foundation
import Guide
import Sesame
import SesameTesting
import SesameTexts
import Testing

/// Tests of each recovery, as described in the guide.
@MainActor @Suite struct RecoveryTests {
    /// A screen that records its calls, and returns the user's decisions set by the test.
    actor RecordingScreen: Screen {
        private(set) var shown: [String] = []
        private var choice: ConflictChoice?
        private var isPatient: Bool
        private var codes: [String]

        init(choice: ConflictChoice? = nil, isPatient: Bool = true, codes: [String] = []) {
            self.choice = choice
            self.isPatient = isPatient
            self.codes = codes
        }

        func show(_ message: String) async { shown.append("message") }
        func showOffline() async { shown.append("offline") }
        func showSignIn(_ notice: String?) async { shown.append(notice == nil ? "sign-in" : "sign-in with notice") }
        func offerReport(_ message: String, reference: String?) async { shown.append("report \(reference ?? "")") }

        func choose(_ conflict: AccountConflict) async -> ConflictChoice? {
            shown.append("choose \(conflict.account.uid)")
            return choice
        }

        func show(_ form: SecondFactorForm, isWrong: Bool) async -> SecondFactorForm? {
            shown.append(isWrong ? "second step, wrong" : "second step")
            guard isPatient, !codes.isEmpty else { return nil }
            var form = form
            form.code = codes.removeFirst()
            return form
        }

        func fill(_ form: RegistrationForm, marking fields: [String]) async -> RegistrationForm? {
            shown.append("form \(fields.joined())")
            guard isPatient else { return nil }
            var form = form
            form.profile["nom"] = "User 1"
            return form
        }
    }

    let clock = ManualClock()
    let service: MockAuthService
    let store = MockSessionStore()
    let auth: AuthManager

    init() {
        service = MockAuthService(clock: clock.clock)
        auth = AuthManager(service: service, store: store, clock: clock.clock)
    }

    private func recoveries(_ screen: RecordingScreen) -> Recoveries {
        Recoveries(auth, source: AgreeableSheet(), screen: screen, texts: Texts(.english), clock: clock.clock)
    }

    @Test func `ignore: cancelling shows nothing, and the user can sign in right away`() async throws {
        let screen = RecordingScreen()
        service.failNext(.nonce, with: AuthError(.cancelled, "gave up"))
        await recoveries(screen).signIn()
        #expect(await screen.shown.isEmpty)
        await recoveries(screen).signIn()
        #expect(auth.auth != nil)
    }

    @Test func `retry: the request is repeated after an outage and after the requested pause`() async throws {
        let screen = RecordingScreen()
        var busy = AuthError(.rateLimited, "too many")
        busy.retryAfter = .seconds(30)
        service.failNext(.exchange, with: .isOffline, busy)
        let recoveries = recoveries(screen)
        let signingIn = Task { [auth] in
            try await recoveries.persistently { () async throws(AuthError) in try await auth.signInAnonymously() }
        }
        for pause in [1, 30] {
            #expect(await eventually { clock.sleeperCount == 1 })
            clock.advance(by: .seconds(pause))
        }
        #expect(try await signingIn.value.isAnonymous)
        #expect(await screen.shown == ["offline", "offline"])
    }

    @Test func `sign in again: a revoked session clears the user's data and shows a notice`() async throws {
        let screen = RecordingScreen()
        let session = Session.sample(1)
        try store.save(session)
        await auth.restore()
        service.end(session, .sessionRevoked)
        let cleared = MockSessionStore(session)
        let recoveries = recoveries(screen)
        let following = Task { await recoveries.followSession { try? cleared.remove(.session) } }
        defer { following.cancel() }
        let error = await #expect(throws: AuthError.self) { try await auth.accessToken(rejecting: session.accessToken) }
        #expect(error?.code == .sessionRevoked)
        #expect(await eventually { await screen.shown == ["sign-in with notice"] })
        #expect(try cleared.load() == nil)
    }

    @Test func `sign in again: a first launch clears nothing`() async throws {
        let screen = RecordingScreen()
        await auth.restore()
        let recoveries = recoveries(screen)
        let kept = MockSessionStore(.sample(1))
        let following = Task { await recoveries.followSession { try? kept.remove(.session) } }
        defer { following.cancel() }
        #expect(await eventually { await !screen.shown.isEmpty })
        #expect(try kept.load() != nil)
    }

    @Test func `wait for unlock: the session is restored once the device is unlocked`() async throws {
        try store.save(.sample(1))
        store.fail(with: AuthError(.storageLocked, "locked"))
        let recoveries = recoveries(RecordingScreen())
        #expect(await !recoveries.cameToForeground())
        store.fail(with: nil)
        #expect(await recoveries.cameToForeground())
        #expect(auth.auth != nil)
    }

    @Test func `reauthenticate: a deletion succeeds after one reauthentication`() async throws {
        let screen = RecordingScreen()
        let recoveries = recoveries(screen)
        await recoveries.signIn()
        service.failNext(.delete, with: AuthError(.reauthenticationRequired, "too long ago"))
        try await recoveries.deleteAccount()
        #expect(auth.auth == nil && service.count(of: .reauthenticate) == 1)
        #expect(await screen.shown.isEmpty)
    }

    @Test func `reauthenticate: a deletion that leaves a manual revocation shows a message`() async throws {
        let screen = RecordingScreen()
        let recoveries = recoveries(screen)
        await recoveries.signIn()
        service.deletion = AccountDeletion(manualRevocation: [.apple])
        try await recoveries.deleteAccount()
        #expect(await screen.shown == ["message"])
    }

    @Test(arguments: [ConflictChoice.switch, .merge, .keep])
    func `choose an account: the user's decision is carried out`(choice: ConflictChoice) async throws {
        let screen = RecordingScreen(choice: choice)
        let recoveries = recoveries(screen)
        await recoveries.signIn()
        let known = try auth.getAuthId()
        await auth.signOut()
        clock.advance(by: .seconds(3))
        let guest = try await auth.signInAnonymously().uid
        let user = try await recoveries.upgrade()
        #expect(await screen.shown == ["choose \(known)"])
        #expect(user?.uid == (choice == .keep ? guest : known))
    }

    @Test func `choose an account: without a decision nothing changes`() async throws {
        let recoveries = recoveries(RecordingScreen())
        await recoveries.signIn()
        await auth.signOut()
        clock.advance(by: .seconds(3))
        let guest = try await auth.signInAnonymously()
        #expect(try await recoveries.upgrade()?.uid == guest.uid)
        #expect(auth.auth?.isAnonymous == true)
    }

    @Test func `register and correct: the form is shown again until it is complete`() async throws {
        let screen = RecordingScreen()
        var incomplete = AuthError(.profileIncomplete, "a field is missing")
        incomplete.fields = ["prenom"]
        service.failNext(.exchange, with: .noAccount(), incomplete)
        let user = try await recoveries(screen).signInOrRegister()
        #expect(user != nil)
        #expect(await screen.shown == ["form ", "form prenom"])
        #expect(service.credentials.count == 3)
    }

    @Test func `register: abandoning the form leaves the user signed out`() async throws {
        service.failNext(.exchange, with: .noAccount())
        #expect(try await recoveries(RecordingScreen(isPatient: false)).signInOrRegister() == nil)
        #expect(auth.auth == nil)
    }

    /// Adds an authenticator app to the account on another device, and returns the app.
    private func protect() async throws -> Authenticator {
        let other = AuthManager(service: service, store: MockSessionStore(), clock: clock.clock)
        try await other.signIn(using: AgreeableSheet())
        let begun = try await other.startSecondFactorEnrollment(.authenticator())
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        try await other.finishSecondFactorEnrollment(.authenticator(), code: app.code(at: clock.now))
        return app
    }

    @Test func `show a second factor: the sign-in continues once a wrong code is corrected`() async throws {
        var app = try await protect()
        let screen = RecordingScreen(codes: ["000 000 0", app.code(at: clock.now).exposed])
        #expect(try await recoveries(screen).signInWithBothSteps() != nil)
        #expect(await screen.shown == ["second step", "second step, wrong"])
        #expect(auth.auth != nil)
    }

    @Test func `show a second factor: abandoning it leaves the user signed out`() async throws {
        _ = try await protect()
        #expect(try await recoveries(RecordingScreen(isPatient: false)).signInWithBothSteps() == nil)
        #expect(auth.auth == nil)
    }

    @Test func `restart: an expired ticket starts the sign-in again`() async throws {
        let screen = RecordingScreen()
        service.failNext(
            .exchange, with: .noAccount(), AuthError(.ticketExpired, "too late"), .noAccount(ticket: "t-2"))
        #expect(try await recoveries(screen).signInAndRegister() != nil)
        guard case .registration(let form)? = service.credentials.last else {
            Issue.record("no form was sent")
            return
        }
        #expect(form.ticket == Secret("t-2"))
        #expect(await screen.shown == ["form ", "message", "form "])
    }

    @Test(
        arguments: [
            (.providerRequired, ["sign-in with notice"]), (.roleMismatch, ["sign-in with notice"]),
            (.invalidNonce, ["sign-in with notice"]), (.offline, ["offline"]), (.internal, ["report r-1"]),
            (AuthError.Code(rawValue: "made_up_tomorrow"), ["report r-1"]),
        ] as [(AuthError.Code, [String])])
    func `a failed sign-in shows a notice or the missing connection, or offers a report`(
        code: AuthError.Code, shown: [String]
    ) async {
        let screen = RecordingScreen()
        var error = AuthError(code, "no")
        error.requestID = "r-1"
        service.failNext(.exchange, with: error)
        await recoveries(screen).signIn()
        #expect(await screen.shown == shown)
    }
}
