import Foundation
import SesameCore
import SesameTokens
import SesameWire
import Testing

@testable import SesameAccounts

struct KeyRingTests {
    private let storage: TestStorage
    private let schedule = KeyRotationSchedule(rotationPeriod: 1000, leadTime: 100, retirementPeriod: 50)

    init() throws {
        storage = try TestStorage()
    }

    private func ring(_ masterKey: MasterKey? = nil) async throws -> KeyRing {
        try await KeyRing(
            storage: storage.engine, environment: storage.environment, masterKey: try masterKey ?? .test(),
            schedule: schedule)
    }

    private func signer(_ ring: KeyRing) -> String? { ring.signer(at: storage.clock.now)?.keyID }

    @Test func `keys survive a restart`() async throws {
        let first = try await ring()
        let second = try await ring()
        #expect(first.publicSet == second.publicSet)
        #expect(first.verifying.keys.count == 1)
    }

    @Test func `keys of two algorithms form separate key rings in one storage`() async throws {
        let access = try await ring()
        func rsa() async throws -> KeyRing {
            try await KeyRing(
                storage: storage.engine, environment: storage.environment, masterKey: try .test(), schedule: schedule,
                algorithm: .rs256)
        }
        let ring = try await rsa()
        #expect(ring.verifying.keys.map(\.algorithm) == [.rs256])
        #expect(ring.signer(at: storage.clock.now) == nil)
        let id = try #require(ring.rs256Signer(at: storage.clock.now)?.keyID)
        #expect(ring.certificates[id]?.string?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
        #expect(try await rsa().certificates == ring.certificates)
        try await ring.rotate(.immediate, context: RequestContext(requestID: "test"))
        #expect(ring.verifying.keys.count == 1)
        #expect(ring.rs256Signer(at: storage.clock.now)?.keyID != id)
        #expect(try await self.ring().publicSet == access.publicSet)
        #expect(access.certificates.isEmpty)
    }

    @Test func `keys cannot be opened with another master key`() async throws {
        _ = try await ring()
        await #expect(throws: KeyRingError.wrongMasterKey) { try await ring(try .test(11)) }
    }

    @Test func `a new key is published before it signs, and the old key is removed last`() async throws {
        let ring = try await ring()
        let old = signer(ring)
        storage.clock.advance(by: 900)
        try await ring.maintain()
        #expect(ring.verifying.keys.count == 2)
        #expect(signer(ring) == old)
        storage.clock.advance(by: 100)
        let new = signer(ring)
        #expect(new != old)
        try await ring.maintain()
        #expect(ring.verifying.keys.count == 2)
        storage.clock.advance(by: 150)
        try await ring.maintain()
        #expect(ring.verifying.keys.map(\.keyID) == [new])
    }

    @Test func `the schedule starts the key rotation by itself`() async throws {
        let ring = try await ring()
        storage.clock.advance(by: 899)
        try await ring.maintain()
        #expect(ring.verifying.keys.count == 1)
        storage.clock.advance(by: 1)
        try await ring.maintain()
        #expect(ring.verifying.keys.count == 2)
    }

    @Test func `the public key set contains no private members`() async throws {
        let ring = try await ring()
        let keys = try #require(try JSONValue(parsing: ring.publicSet).object?["keys"]?.array)
        for key in keys {
            for member in ["d", "p", "q", "dp", "dq", "qi", "k"] { #expect(key.object?[member] == nil) }
        }
    }
}
