import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of the stored Apple user id. The app needs it to ask Apple about the user signed in on this device.
@Suite struct AppleUserTests {
    private let clock = ManualClock()
    private let service: MockAuthService
    private let store = MemorySessionStore()

    init() {
        service = MockAuthService(clock: clock.clock)
    }

    private func manager() -> AuthManager {
        AuthManager(service: service, store: store, clock: clock.clock)
    }

    private static let apple = AuthCredential.apple(
        idToken: .token(["sub": "person"]), nonce: Nonce(Secret("n")),
        name: PersonName(givenName: "Test", familyName: "User 1"))
    private static let google = AuthCredential.google(idToken: Secret("google-1"), nonce: Nonce(Secret("n")))

    @Test func `the Apple user id survives a restart and a refresh, and ends with the session`() async throws {
        let manager = manager()
        try await manager.signIn(with: Self.apple)
        #expect(await manager.appleUser == Secret("person"))
        let restarted = self.manager()
        await restarted.restore()
        clock.advance(by: .seconds(86_400))
        _ = try await restarted.accessToken()
        #expect(service.count(of: .refresh) == 1)
        #expect(await restarted.appleUser == Secret("person"))
        #expect(try store.load()?.appleUser == Secret("person"))
        await restarted.signOut()
        #expect(await restarted.appleUser == nil)
        try await restarted.signIn(with: Self.google)
        #expect(await restarted.appleUser == nil)
    }

    @Test func `the Apple user id remains after a guest's upgrade and a sign-in with Google`() async throws {
        let manager = manager()
        try await manager.signInAnonymously()
        try await manager.signIn(with: Self.apple)
        #expect(await manager.appleUser == Secret("person"))
        try await manager.link(Self.google)
        #expect(await manager.appleUser == Secret("person"))
        try await manager.signIn(with: Self.google)
        #expect(await manager.appleUser == Secret("person"))
    }

    @Test func `a registration after Apple's sheet stores the Apple user id and removes the waiting name`() async throws
    {
        let manager = manager()
        service.fail(.exchange, with: .isMissing)
        let error = await #expect(throws: AuthError.self) { try await manager.signIn(with: Self.apple) }
        service.fail(.exchange, with: nil)
        #expect(try store.loadNames().count == 1)
        let form = Registration(ticket: try #require(error?.registration?.ticket), profile: [:])
        try await manager.signIn(with: .registration(form))
        #expect(await manager.appleUser == Secret("person"))
        #expect(try store.loadNames().isEmpty)
    }

    @Test func `switching to the account of an Apple credential stores the Apple user id`() async throws {
        let other = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        try await other.signIn(with: Self.apple)
        let manager = manager()
        try await manager.signInAnonymously()
        let error = await #expect(throws: AuthError.self) { try await manager.signIn(with: Self.apple) }
        try await manager.resolveConflict(.switch, ticket: try #require(error?.conflict?.ticket))
        #expect(await manager.appleUser == Secret("person"))
    }

    @Test func `after a merge is undone, the Apple user id stays only with an account that has Apple`() async throws {
        let manager = manager()
        try await manager.signIn(with: Self.apple)
        var user = UserAuthInfo(uid: "another", providers: ["apple"])
        service.upgrade = Upgrade(outcome: .undone, session: .sample(7, user: user))
        try await manager.undoMerge()
        #expect(await manager.appleUser == Secret("person"))
        user.providers = ["google"]
        service.upgrade = Upgrade(outcome: .undone, session: .sample(8, user: user))
        try await manager.undoMerge()
        #expect(await manager.appleUser == nil)
    }

    @Test func `unlinking Apple removes the Apple user id`() async throws {
        let manager = manager()
        try await manager.signIn(with: Self.apple)
        try await manager.link(Self.google)
        try await manager.unlink(.apple)
        #expect(await manager.appleUser == nil)
        #expect(try store.load()?.appleUser == nil)
    }

    @Test func `printing a session does not show the Apple user id`() async throws {
        try await manager().signIn(with: Self.apple)
        let session = try #require(try store.load())
        var text = ""
        dump(session, to: &text)
        #expect(!text.contains("person") && !"\(session)".contains("person"))
    }
}
