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

    @Test func `a name is stored before the server is asked`() async throws {
        service.hold(.exchange)
        let manager = makeManager()
        let signIn = Task { try await manager.signIn(with: .apple(user: "u-1", name: Self.name)) }
        #expect(await eventually { service.count(of: .exchange) == 1 })
        #expect(try store.loadNames() == [FirstSignInName(appleUser: "u-1", name: Self.name)])
        service.release(.exchange)
        _ = try await signIn.value
        #expect(try store.loadNames().isEmpty)
    }

    @Test func `a name survives a failed request and the end of the app, and goes with the next sign-in`() async throws
    {
        await fail(makeManager(), .apple(user: "u-1", name: Self.name))
        try await makeManager().signIn(with: .apple(user: "u-1"))
        #expect(service.credentials.map(\.name) == [Self.name, Self.name])
        #expect(try store.loadNames().isEmpty)
    }

    @Test func `a name is kept when the answer to a successful sign-in is lost, and no longer than the next one`()
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

    @Test func `a name goes with nobody else's sign-in, and not with Google's`() async throws {
        let manager = makeManager()
        await fail(manager, .apple(user: "u-1", name: Self.name))
        try await manager.signIn(with: .apple(user: "u-2"))
        try await manager.signIn(with: .google(idToken: .token(["sub": "u-1"]), nonce: Nonce(Secret("n"))))
        #expect(service.credentials.dropFirst().allSatisfy { $0.name == nil })
        #expect(try store.loadNames().map(\.appleUser) == ["u-1"])
    }

    @Test func `a newer name of the same person takes the older one's place`() async throws {
        let manager = makeManager()
        let newer = PersonName(givenName: "Test", familyName: "User 2")
        await fail(manager, .apple(user: "u-1", name: Self.name))
        await fail(manager, .apple(user: "u-1", name: newer))
        #expect(try store.loadNames() == [FirstSignInName(appleUser: "u-1", name: newer)])
    }

    @Test func `an empty name is none, and does not replace one`() async throws {
        let manager = makeManager()
        await fail(manager, .apple(user: "u-1", name: Self.name))
        try await manager.signIn(with: .apple(user: "u-1", name: PersonName(givenName: "")))
        #expect(service.credentials.last?.name == Self.name)
    }

    @Test func `a store that refuses the name does not stop the sign-in, and the app keeps it as long as it runs`()
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

    @Test func `a name waits for the registration form, which acknowledges it`() async throws {
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

    @Test func `a link takes the name along, too`() async throws {
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

    @Test func `what an app has kept by itself is taken over`() async throws {
        let manager = makeManager()
        try await manager.savePendingName(FirstSignInName(appleUser: "u-1", name: Self.name))
        try await manager.signIn(with: .apple(user: "u-1"))
        #expect(service.credentials.last?.name == Self.name)
    }

    @Test func `a name that cannot be stored is not taken over`() async throws {
        let manager = makeManager()
        store.fail(.write(.names), .remove(.names), with: .isFull)
        await expectError(.storageUnavailable) {
            try await manager.savePendingName(FirstSignInName(appleUser: "u-1", name: Self.name))
        }
    }

    @Test func `only the newest names are kept`() async throws {
        let manager = makeManager()
        for number in 1...20 {
            try await manager.savePendingName(FirstSignInName(appleUser: "u-\(number)", name: Self.name))
        }
        #expect(try store.loadNames().map(\.appleUser) == (5...20).map { "u-\($0)" })
    }

    @Test func `a name that Apple has given is no worse for one that an app had kept`() async throws {
        let manager = makeManager()
        await fail(manager, .apple(user: "u-1", name: Self.name))
        try await manager.savePendingName(FirstSignInName(appleUser: "u-1", name: PersonName(givenName: "Test User 1")))
        try await manager.signIn(with: .apple(user: "u-1"))
        #expect(service.credentials.last?.name == Self.name)
    }
}
