import Foundation
import Sesame
import SesameCore
import SesameTesting
import Testing

@Suite struct ConformanceTests {
    @Test(arguments: AuthServiceConformance.allCases)
    func `the mock back end conforms to AuthServiceProtocol`(_ fact: AuthServiceConformance.Case) async throws {
        try await fact.run(
            .init(service: MockAuthService()) { person, nonce in
                .google(idToken: Secret("person \(person)"), nonce: nonce)
            })
    }

    @Test(arguments: SessionStoreConformance.cases)
    func `the in-memory store conforms to SessionStore`(_ fact: SessionStoreConformance.Case) async throws {
        let store = MemorySessionStore()
        try await fact.run(.init { store })
    }

    @Test(arguments: SessionStoreConformance.cases)
    func `the mock store conforms to SessionStore`(_ fact: SessionStoreConformance.Case) async throws {
        let store = MockSessionStore()
        try await fact.run(.init { store })
    }

    @Test(arguments: SessionStoreConformance.cases)
    func `encrypted files conform to SessionStore`(_ fact: SessionStoreConformance.Case) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await fact.run(
            .init {
                EncryptedFileSessionStore(
                    name: "test", folder: folder.appendingPathComponent("state"),
                    keyFile: folder.appendingPathComponent("config/key"))
            })
    }

    @Test(arguments: ProfileServiceConformance.cases + ProfileServiceConformance.onboardingCases)
    func `the mock profile service conforms to ProfileService`(_ fact: ProfileServiceConformance.Case) async throws {
        let manager = AuthManager(service: MockAuthService(), store: MockSessionStore())
        let user = try await manager.signInAnonymously()
        let steps = OnboardingSteps("one", "two", "three")
        let service = MockProfileService(required: ["name"], steps: steps, auth: manager, .mock(of: user.uid))
        service.refuse("isSubscribed", with: .readOnlyField)
        try await fact.run(
            .init(
                service: service, uid: user.uid, texts: ("city", "motto"), required: "name", refused: "isSubscribed",
                steps: steps))
    }

    @Test(arguments: PushTokenServiceConformance.cases)
    func `the mock push token service conforms to PushTokenService`(
        _ fact: PushTokenServiceConformance.Case
    ) async throws {
        let book = MockPushTokenService()
        try await fact.run(.init { number in try await .mock(number, at: book) })
    }

    @Test func `every conformance case has a unique name`() {
        let names =
            AuthServiceConformance.allCases.map(\.name) + SessionStoreConformance.cases.map(\.name)
            + (ProfileServiceConformance.cases + ProfileServiceConformance.onboardingCases).map(\.name)
            + PushTokenServiceConformance.cases.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count > 70)
    }
}

extension PushTokenServiceConformance.Person {
    /// Creates the subject for the test user with this number on a separate device. `book` stores the registrations of
    /// all users.
    static func mock(
        _ number: Int, at book: MockPushTokenService,
        by service: (any PushTokenService, MockPushTokenService) -> any PushTokenService = { service, _ in service }
    ) async throws -> Self {
        let user = UserAuthInfo.mock(uid: "uid-\(number)")
        let manager = AuthManager(service: MockAuthService(users: [user]), store: MockSessionStore())
        let session = try await manager.signIn(with: .anonymous).session
        return Self(service: service(book.authenticated(by: manager), book), session: session) {
            book.registrations.filter { $0.uid == user.uid }.map(\.installation)
        }
    }
}
