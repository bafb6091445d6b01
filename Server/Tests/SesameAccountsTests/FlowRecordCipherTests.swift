import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

struct FlowRecordCipherTests {
    private let cipher: FlowRecordCipher
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let storage: TestStorage

    init() throws {
        storage = try TestStorage()
        cipher = FlowRecordCipher(key: try MasterKey.test().key(for: .flows))
    }

    private func record(_ secret: String = "secret") throws -> FlowRecord {
        try cipher.record(RedeemedCode(session: "session"), under: Secret(secret), until: now.addingTimeInterval(60))
    }

    private func open<Content: FlowPayload>(
        _ record: FlowRecord?, as type: Content.Type, with cipher: FlowRecordCipher? = nil,
        later seconds: TimeInterval = 0
    ) async throws -> Content? {
        let (cipher, now) = (cipher ?? self.cipher, now.addingTimeInterval(seconds))
        return try await storage.engine.read { reader throws(StorageError) in
            try cipher.open(record, as: type, at: now, reader)
        }
    }

    @Test func `a flow record returns its content until it expires`() async throws {
        let record = try record()
        #expect(record.digest == digest("secret".utf8))
        #expect(try await open(record, as: RedeemedCode.self)?.session == "session")
        #expect(try await open(record, as: RedeemedCode.self, later: 59.999) != nil)
        #expect(try await open(record, as: RedeemedCode.self, later: 60) == nil)
        #expect(try await open(nil, as: RedeemedCode.self) == nil)
    }

    @Test func `a flow record of one stage cannot be opened as another`() async throws {
        #expect(try await open(try record(), as: PendingRegistration.self) == nil)
        let relabelled = FlowRecord(
            digest: try record().digest, stage: .registering, sealed: try record().sealed,
            expiresAt: now.addingTimeInterval(60))
        await #expect(throws: StorageError.self) { try await open(relabelled, as: PendingRegistration.self) }
    }

    @Test func `a flow record that is moved, changed or opened with another key throws`() async throws {
        let record = try record()
        let moved = FlowRecord(
            digest: try self.record("other").digest, stage: record.stage, sealed: record.sealed,
            expiresAt: record.expiresAt)
        await #expect(throws: StorageError.self) { try await open(moved, as: RedeemedCode.self) }
        var sealed = record.sealed
        sealed[sealed.count - 1] ^= 1
        let changed = FlowRecord(
            digest: record.digest, stage: record.stage, sealed: sealed, expiresAt: record.expiresAt)
        await #expect(throws: StorageError.self) { try await open(changed, as: RedeemedCode.self) }
        let other = FlowRecordCipher(key: try MasterKey.test(11).key(for: .flows))
        await #expect(throws: StorageError.self) { try await open(record, as: RedeemedCode.self, with: other) }
    }

    private struct Step: FlowPayload {
        static let stage = FlowRecord.Stage.signInToken
        let endedBy: Set<Epoch>
        var mark: AccountMark?
    }

    @Test func `a flow record without exactly the epochs that end it is neither sealed nor valid`() async throws {
        let (account, app) = (try await createAccount(), try #require(AppID("couple")))
        let classes: [Set<Epoch>?] = [nil, [], [.sessions], [.password, .sessions], [.password]]
        for marked in classes {
            let mark = marked.map { AccountMark(account, in: app, $0, of: Epochs()) }
            let (step, isWhole) = (Step(endedBy: [.password], mark: mark), marked == [.password])
            let sealed = try? cipher.record(step, under: Secret("secret"), until: now.addingTimeInterval(60))
            #expect((sealed != nil) == isWhole)
            let isGood = try await storage.engine.read { reader throws(StorageError) in try step.isGood(reader) }
            #expect(isGood == isWhole)
        }
    }

    @Test(arguments: Epoch.allCases)
    func `a flow record ends with its account and with the first event of its epochs`(epoch: Epoch) async throws {
        let (account, app) = (AccountID("account"), try #require(AppID("couple")))
        let step = Step(endedBy: [epoch], mark: AccountMark(account, in: app, [epoch], of: Epochs()))
        let record = try cipher.record(step, under: Secret("secret"), until: now.addingTimeInterval(60))
        #expect(try await open(record, as: Step.self) == nil)
        _ = try await createAccount()
        #expect(try await open(record, as: Step.self) != nil)
        for (classes, isGood): (Set<Epoch>, Bool) in [(.all.subtracting([epoch]), true), ([epoch], false)] {
            try await storage.engine.write { [now] transaction throws(StorageError) in
                try transaction.advance(classes, of: account, in: app, at: now)
            }
            #expect(try await (open(record, as: Step.self) != nil) == isGood)
        }
    }

    private func createAccount() async throws -> AccountID {
        let (account, app) = (AccountID("account"), try #require(AppID("couple")))
        let made = Account(
            id: account, app: app, createdAt: now, lastSignInAt: now, profile: StoredProfile(updatedAt: now))
        try await storage.engine.write { transaction throws(StorageError) in try transaction.insert(made) }
        return account
    }

    @Test func `a recreated account has different epoch values after its next event`() {
        let before = Epochs().advanced([.state], at: now)
        #expect(Epochs().advanced([.state], at: now.addingTimeInterval(1))[.state] != before[.state])
    }

    @Test func `every event changes its epoch value, whatever the clock says`() {
        var epochs = Epochs()
        var seen: Set<Int64> = [epochs[.state]]
        for seconds in [0, 0, 100, -1_000_000, -1_000_000, 5] as [TimeInterval] {
            epochs = epochs.advanced([.state], at: now.addingTimeInterval(seconds))
            #expect(seen.insert(epochs[.state]).inserted && epochs[.password] == 0)
        }
        #expect(epochs.lastEvent(of: [.password]) == nil && epochs.lastEvent(of: [.password, .state]) != nil)
    }

    @Test func `a stored flow record contains no plain text`() async throws {
        #expect(!String(decoding: try record().sealed, as: UTF8.self).contains("session"))
    }
}
