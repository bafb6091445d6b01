import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

struct FlowSafeTests {
    private let safe: FlowSafe
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        safe = FlowSafe(key: try MasterKey.test().key(for: .flows))
    }

    private func record(_ secret: String = "secret") throws -> FlowRecord {
        try safe.record(UsedCode(session: "session"), under: Secret(secret), until: now.addingTimeInterval(60))
    }

    @Test func `a step says what it said, until it is out of date`() throws {
        let record = try record()
        #expect(record.digest == digest("secret".utf8))
        #expect(try safe.open(record, as: UsedCode.self, at: now)?.session == "session")
        #expect(try safe.open(record, as: UsedCode.self, at: now.addingTimeInterval(59.999)) != nil)
        #expect(try safe.open(record, as: UsedCode.self, at: now.addingTimeInterval(60)) == nil)
        #expect(try safe.open(nil, as: UsedCode.self, at: now) == nil)
    }

    @Test func `a step of one stage is none of another`() throws {
        #expect(try safe.open(try record(), as: PendingRegistration.self, at: now) == nil)
        let relabelled = FlowRecord(
            digest: try record().digest, stage: .registering, sealed: try record().sealed,
            expiresAt: now.addingTimeInterval(60))
        #expect(throws: StorageError.self) { try safe.open(relabelled, as: PendingRegistration.self, at: now) }
    }

    @Test func `a step cannot be moved under another secret, changed, or opened with another key`() throws {
        let record = try record()
        let moved = FlowRecord(
            digest: try self.record("other").digest, stage: record.stage, sealed: record.sealed,
            expiresAt: record.expiresAt)
        #expect(throws: StorageError.self) { try safe.open(moved, as: UsedCode.self, at: now) }
        var sealed = record.sealed
        sealed[sealed.count - 1] ^= 1
        let changed = FlowRecord(
            digest: record.digest, stage: record.stage, sealed: sealed, expiresAt: record.expiresAt)
        #expect(throws: StorageError.self) { try safe.open(changed, as: UsedCode.self, at: now) }
        let other = FlowSafe(key: try MasterKey.test(11).key(for: .flows))
        #expect(throws: StorageError.self) { try other.open(record, as: UsedCode.self, at: now) }
    }

    @Test func `what is stored holds nothing in clear`() throws {
        #expect(!String(decoding: try record().sealed, as: UTF8.self).contains("session"))
    }
}
