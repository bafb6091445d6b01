import Foundation
import Sesame
import SesameCore
import SesameTesting
import Testing

@Suite struct ConformanceTests {
    @Test(
        arguments: AuthServiceConformance.cases + AuthServiceConformance.guestCases
            + AuthServiceConformance.linkingCases)
    func `the mock does what the port of back ends says`(_ fact: AuthServiceConformance.Case) async throws {
        try await fact.run(
            .init(service: MockAuthService()) { person, nonce in
                .google(idToken: Secret("person \(person)"), nonce: nonce)
            })
    }

    @Test(arguments: SessionStoreConformance.cases)
    func `a store in memory does what the port of stores says`(_ fact: SessionStoreConformance.Case) async throws {
        let store = MemorySessionStore()
        try await fact.run(.init { store })
    }

    @Test(arguments: SessionStoreConformance.cases)
    func `the mock store does what the port of stores says`(_ fact: SessionStoreConformance.Case) async throws {
        let store = MockSessionStore()
        try await fact.run(.init { store })
    }

    @Test(arguments: SessionStoreConformance.cases)
    func `encrypted files do what the port of stores says`(_ fact: SessionStoreConformance.Case) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await fact.run(
            .init {
                EncryptedFileSessionStore(
                    name: "test", folder: folder.appendingPathComponent("state"),
                    keyFile: folder.appendingPathComponent("config/key"))
            })
    }

    @Test func `every fact has a name of its own`() {
        let names =
            (AuthServiceConformance.cases + AuthServiceConformance.guestCases + AuthServiceConformance.linkingCases)
            .map(\.name) + SessionStoreConformance.cases.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count > 45)
    }
}
