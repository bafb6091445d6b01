import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of the stored Apple user id, by which the app asks Apple about the user signed in on this device.
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

    @Test func `it is known after a restart and a refresh, and goes with the session`() async throws {
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

    @Test func `it is known of a guest who becomes a person, and still after another proof`() async throws {
        let manager = manager()
        try await manager.signInAnonymously()
        try await manager.signIn(with: Self.apple)
        #expect(await manager.appleUser == Secret("person"))
        try await manager.link(Self.google)
        #expect(await manager.appleUser == Secret("person"))
        try await manager.signIn(with: Self.google)
        #expect(await manager.appleUser == Secret("person"))
    }

    @Test func `it is known of who has filled in a form after the sheet, and so is the name that waits`() async throws {
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

    @Test func `it is known of who has chosen the account that Apple leads to`() async throws {
        let other = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        try await other.signIn(with: Self.apple)
        let manager = manager()
        try await manager.signInAnonymously()
        let error = await #expect(throws: AuthError.self) { try await manager.signIn(with: Self.apple) }
        try await manager.resolveConflict(.switch, ticket: try #require(error?.conflict?.ticket))
        #expect(await manager.appleUser == Secret("person"))
    }

    @Test func `it stays with the account that has the way to sign in, once a merge is undone`() async throws {
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

    @Test func `it goes with the way to sign in`() async throws {
        let manager = manager()
        try await manager.signIn(with: Self.apple)
        try await manager.link(Self.google)
        try await manager.unlink(.apple)
        #expect(await manager.appleUser == nil)
        #expect(try store.load()?.appleUser == nil)
    }

    @Test func `printing a session shows none of it`() async throws {
        try await manager().signIn(with: Self.apple)
        let session = try #require(try store.load())
        var text = ""
        dump(session, to: &text)
        #expect(!text.contains("person") && !"\(session)".contains("person"))
    }
}
