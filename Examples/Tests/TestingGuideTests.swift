import AuthServiceExample
import Sesame
import SesameTesting
import Testing

/// Tests from the guide to testing.
@Suite struct TestingGuideTests {
    // snippet.first
    @Test func `without a network the user stays signed in`() async throws {
        let clock = ManualClock()
        let service = MockAuthService(clock: clock.clock)
        let auth = AuthManager(service: service, store: MockSessionStore(.sample(1)), clock: clock.clock)
        await auth.restore()

        service.isOffline = true
        clock.advance(by: .seconds(3_600))  // the access token has expired
        let error = await #expect(throws: AuthError.self) { try await auth.accessToken() }

        #expect(error?.code == .offline)
        #expect(auth.auth?.uid == "uid-1")
    }
    // snippet.end

    // snippet.lost
    @Test func `a refresh whose response was lost is requested again`() async throws {
        let service = MockAuthService()
        let auth = AuthManager(service: service, store: MockSessionStore())
        try await auth.signInAnonymously()
        let token = try await auth.accessToken()

        service.dropResponses(to: .refresh)
        await #expect(throws: AuthError.self) { try await auth.accessToken(rejecting: token) }
        let next = try await auth.accessToken(rejecting: token)

        #expect(next != token)
        #expect(service.count(of: .refresh) == 2)
    }
    // snippet.end

    // snippet.locked
    @Test func `a locked device does not sign the user out`() async throws {
        let store = MockSessionStore(.sample(1))
        store.fail(with: AuthError(.storageLocked, "locked"))
        let auth = AuthManager(service: MockAuthService(), store: store)
        #expect(await auth.restore() == .locked)

        store.fail(with: nil)
        await auth.restore()
        #expect(auth.auth != nil)
    }
    // snippet.end

    // snippet.screen
    @Test func `a deletion that needs a recent sign-in asks for confirmation`() async throws {
        let service = MockAuthService()
        let auth = AuthManager(service: service, store: MockSessionStore(.sample(1)))
        await auth.restore()
        service.failNext(.delete, with: AuthError(.reauthenticationRequired, "too long ago"))

        #expect(await SettingsModel(auth).deleteAccount() == .confirm)
        #expect(auth.auth != nil)
    }
    // snippet.end

    // snippet.profile
    @Test func `a change made offline is sent once the network is back`() async throws {
        let auth = AuthManager(service: MockAuthService(), store: MockSessionStore(.sample(1)))
        await auth.restore()
        let server = MockProfileService(.mock(of: "uid-1", ["name": "Test User 1"]))
        let profiles = ProfileStore(service: server, auth: auth, storage: .memory)
        _ = await profiles.load(for: .mock(uid: "uid-1"))

        server.isOffline = true
        var draft = try await profiles.draft()
        draft[.string("city")] = "Lyon"
        try await profiles.save(draft)
        #expect(profiles.snapshot?.pendingFields == ["city"])

        server.isOffline = false
        server.change("uid-1", ["name": "Test User 2"])  // on another device
        await profiles.sendPendingChanges()
        #expect(server["uid-1"]?.fields == ["name": "Test User 2", "city": "Lyon"])
    }
    // snippet.end

    // snippet.log
    @Test func `the log of a sign-in does not contain the ID token`() async throws {
        let log = RecordingLog()
        let auth = AuthManager(service: MockAuthService(), store: MockSessionStore(), log: log)
        try await auth.signIn(with: .google(idToken: Secret("test-user-1"), nonce: nil))

        #expect(log.events.map(\.kind) == [.signInBegan, .signInSucceeded, .accountCreated])
        #expect(!log.lines.joined().contains("test-user-1"))
    }
    // snippet.end
}
