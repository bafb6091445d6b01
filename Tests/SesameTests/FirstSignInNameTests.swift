import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct FirstSignInNameTests {
    static let name = PersonName(givenName: "Test", familyName: "User 1")

    let clock = ManualClock()
    let service: MockAuthService
    let store = MockSessionStore()

    init() {
        service = MockAuthService(clock: clock.clock)
    }

    func makeManager() -> AuthManager {
        AuthManager(service: service, store: store, clock: clock.clock)
    }

    func fail(_ manager: AuthManager, _ credential: AuthCredential, with error: AuthError = .isOffline) async {
        service.fail(.exchange, with: error)
        await expectError(error.code) { _ = try await manager.signIn(with: credential) }
        service.fail(.exchange, with: nil)
    }

    @Test func `a name is stored before the request, and removed after the sign-in`() async throws {
        service.hold(.exchange)
        let manager = makeManager()
        let signIn = Task { try await manager.signIn(with: .apple(user: "u-1", name: Self.name)) }
        #expect(await eventually { service.count(of: .exchange) == 1 })
        #expect(try store.loadNames() == [FirstSignInName(appleUser: "u-1", name: Self.name)])
        service.release(.exchange)
        _ = try await signIn.value
        #expect(try store.loadNames().isEmpty)
    }

    @Test func `a name survives a failed request and a restart, and is sent with the next sign-in`() async throws {
        await fail(makeManager(), .apple(user: "u-1", name: Self.name))
        try await makeManager().signIn(with: .apple(user: "u-1"))
        #expect(service.credentials.map(\.name) == [Self.name, Self.name])
        #expect(try store.loadNames().isEmpty)
    }

    @Test func `a name stays stored through failed sign-ins, and is not sent after a successful one`()
        async throws
    {
        let manager = makeManager()
        for error in [AuthError.isOffline, AuthError(.internal, ""), AuthError(.invalidToken, "")] {
            await fail(manager, .apple(user: "u-1", name: Self.name), with: error)
            #expect(try store.loadNames().count == 1)
        }
        try await manager.signIn(with: .apple(user: "u-1"))
        try await manager.signIn(with: .apple(user: "u-1"))
        #expect(service.credentials.last?.name == nil)
    }

    @Test func `a name is not sent with another user's sign-in, nor with Google's`() async throws {
        let manager = makeManager()
        await fail(manager, .apple(user: "u-1", name: Self.name))
        try await manager.signIn(with: .apple(user: "u-2"))
        try await manager.signIn(with: .google(idToken: .token(["sub": "u-1"]), nonce: Nonce(Secret("n"))))
        #expect(service.credentials.dropFirst().allSatisfy { $0.name == nil })
        #expect(try store.loadNames().map(\.appleUser) == ["u-1"])
    }

    @Test func `a newer name of the same user replaces the older one`() async throws {
        let manager = makeManager()
        let newer = PersonName(givenName: "Test", familyName: "User 2")
        await fail(manager, .apple(user: "u-1", name: Self.name))
        await fail(manager, .apple(user: "u-1", name: newer))
        #expect(try store.loadNames() == [FirstSignInName(appleUser: "u-1", name: newer)])
    }

    @Test func `an empty name is ignored and does not replace a stored one`() async throws {
        let manager = makeManager()
        await fail(manager, .apple(user: "u-1", name: Self.name))
        try await manager.signIn(with: .apple(user: "u-1", name: PersonName(givenName: "")))
        #expect(service.credentials.last?.name == Self.name)
    }

    @Test func `a name that cannot be stored does not stop the sign-in, and stays in memory`()
        async throws
    {
        let manager = makeManager()
        store.fail(.read(.names), .write(.names), .remove(.names), with: .isLocked)
        await fail(manager, .apple(user: "u-1", name: Self.name))
        try await manager.signIn(with: .apple(user: "u-1"))
        #expect(service.credentials.last?.name == Self.name)
        store.fail(.read(.names), .write(.names), .remove(.names), with: nil)
        #expect(try store.loadNames().isEmpty)
    }

    @Test func `a name is removed only by the registration with its ticket`() async throws {
        let manager = makeManager()
        var unknown = AuthError(.accountNotFound, "")
        unknown.registration = RegistrationOffer(
            ticket: Secret("ticket"), expiresIn: .seconds(1_800),
            prefill: .init(email: nil, givenName: "Test", familyName: "User 1"))
        await fail(manager, .apple(user: "u-1", name: Self.name), with: unknown)
        #expect(try store.loadNames().count == 1)
        try await manager.signIn(with: .registration(Registration(ticket: Secret("another"))))
        #expect(try store.loadNames().count == 1)
        try await manager.signIn(with: .registration(Registration(ticket: Secret("ticket"))))
        #expect(try store.loadNames().isEmpty)
    }

    @Test func `a link sends the stored name, too`() async throws {
        let manager = makeManager()
        try store.save(.sample(1, user: .guest))
        service.upgrade = Upgrade(outcome: .linked, session: .sample(2, user: .guest))
        service.fail(.link, with: .isOffline)
        await expectError(.offline) { _ = try await manager.upgrade(with: .apple(user: "u-1", name: Self.name)) }
        #expect(try store.loadNames().count == 1)
        service.fail(.link, with: nil)
        try await manager.upgrade(with: .apple(user: "u-1"))
        #expect(service.credentials.map(\.name) == [Self.name, Self.name])
        #expect(try store.loadNames().isEmpty)
    }

    @Test func `a name that the app itself has stored is sent with the sign-in`() async throws {
        let manager = makeManager()
        try await manager.savePendingName(FirstSignInName(appleUser: "u-1", name: Self.name))
        try await manager.signIn(with: .apple(user: "u-1"))
        #expect(service.credentials.last?.name == Self.name)
    }

    @Test func `saving a pending name throws if it cannot be stored`() async throws {
        let manager = makeManager()
        store.fail(.write(.names), .remove(.names), with: .isFull)
        await expectError(.storageUnavailable) {
            try await manager.savePendingName(FirstSignInName(appleUser: "u-1", name: Self.name))
        }
    }

    @Test func `only the 16 newest names are stored`() async throws {
        let manager = makeManager()
        for number in 1...20 {
            try await manager.savePendingName(FirstSignInName(appleUser: "u-\(number)", name: Self.name))
        }
        #expect(try store.loadNames().map(\.appleUser) == (5...20).map { "u-\($0)" })
    }

    @Test func `a name from Apple takes precedence over one that the app has stored`() async throws {
        let manager = makeManager()
        await fail(manager, .apple(user: "u-1", name: Self.name))
        try await manager.savePendingName(FirstSignInName(appleUser: "u-1", name: PersonName(givenName: "Test User 1")))
        try await manager.signIn(with: .apple(user: "u-1"))
        #expect(service.credentials.last?.name == Self.name)
    }
}
