import PrysmExample
import Sesame
import SesameCore
import SesameTesting
import Testing

@MainActor @Suite struct PrysmTests {
    /// The app's push code, which notes what it is told.
    actor Tokens: FCMTokens {
        private(set) var calls: [String] = []

        func processPendingFCMToken(userId: String) async { calls.append("store \(userId)") }
        func removeFCMToken(userId: String) async { calls.append("remove \(userId)") }
    }

    @Test func `a token belongs to whoever is signed in, and is taken from the last one first`() async throws {
        let service = MockAuthService(users: [.mock(uid: "uid-1"), .mock(uid: "uid-2")])
        let auth = AuthManager(service: service, store: MockSessionStore())
        let tokens = Tokens()
        let following = Task { await PushOwner(tokens).follow(auth) }
        defer { following.cancel() }
        await auth.restore()
        try await auth.signIn(with: .google(idToken: Secret("a"), nonce: nil))
        #expect(await eventually { await tokens.calls == ["store uid-1"] })
        try await auth.signIn(with: .google(idToken: Secret("b"), nonce: nil))
        #expect(await eventually { await tokens.calls == ["store uid-1", "remove uid-1", "store uid-2"] })
        await auth.signOut()
        #expect(await eventually { await tokens.calls.last == "remove uid-2" })
    }

    @Test func `a locked device is nobody's sign-out`() async throws {
        let store = MockSessionStore(.sample(1))
        let auth = AuthManager(service: MockAuthService(), store: store)
        let tokens = Tokens()
        let following = Task { await PushOwner(tokens).follow(auth) }
        defer { following.cancel() }
        store.fail(with: AuthError(.storageLocked, "locked"))
        #expect(await auth.restore() == .locked)
        store.fail(with: nil)
        await auth.restore()
        #expect(await eventually { await tokens.calls == ["store uid-1"] })
    }

    @Test func `a document that could not be made is made at the next sign-in`() async throws {
        let clock = ManualClock()
        let auth = AuthManager(
            service: MockAuthService(clock: clock.clock), store: MockSessionStore(), clock: clock.clock)
        let documents = Documents()
        let service = AuthService(auth) { user async throws(AuthError) in try await documents.ensure(user.uid) }
        let error = await #expect(throws: AuthError.self) { try await service.signIn(using: AgreeableSheet()) }
        #expect(error?.code == .offline)
        #expect(service.user?.uid == "uid-1")
        clock.advance(by: .seconds(3))
        #expect(try await service.signIn(using: AgreeableSheet()).uid == "uid-1")
        #expect(await documents.uids == ["uid-1"])
    }

    /// The app's database, which is there at the second time of asking.
    actor Documents {
        private(set) var uids: [String] = []
        private var isDown = true

        func ensure(_ uid: String) throws(AuthError) {
            defer { isDown = false }
            if isDown { throw .isOffline }
            uids.append(uid)
        }
    }
}
