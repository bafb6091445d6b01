import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of account deletion: its record in the deletion journal, its repetition on a restored database, and the
/// providers at which the user must revoke consent.
struct DeletionTests {
    private let rig: LifeRig

    init() async throws {
        rig = try await LifeRig()
    }

    @Test func `a deletion names the providers at which the user must revoke the consent`() async throws {
        let with = try await rig.accounts.deletion.deleteAccount(
            of: try await rig.person("1", refreshToken: "r"), context: rig.context)
        #expect(with.manualRevocation == [])
        let without = try await rig.accounts.deletion.deleteAccount(of: try await rig.person("2"), context: rig.context)
        #expect(without.manualRevocation == [.apple])
        let guest = try await rig.accounts.deletion.deleteAccount(of: try await rig.guest(), context: rig.context)
        #expect(guest.manualRevocation == [])
    }

    @Test func `an acknowledged deletion is recorded in the journal`() async throws {
        let caller = try await rig.person("1")
        _ = try await rig.accounts.deletion.deleteAccount(of: caller, context: rig.context)
        #expect(
            rig.journal.noted
                == [Tombstone(digest: rig.tombstone(of: caller), at: rig.storage.clock.now, cause: .deleted)])
    }

    @Test func `a deletion that cannot be recorded is not acknowledged, and is recorded at the next start`()
        async throws
    {
        let caller = try await rig.person("1")
        rig.journal.setFull(true)
        #expect(
            try await rig.code { _ = try await rig.accounts.deletion.deleteAccount(of: caller, context: rig.context) }
                == .storageUnavailable)
        #expect(try await rig.view(caller) == nil)
        rig.journal.setFull(false)
        #expect(try await rig.accounts.journal.reconcile().noted == 1)
        #expect(rig.journal.noted.map(\.digest) == [rig.tombstone(of: caller)])
        #expect(try await rig.accounts.journal.reconcile() == JournalReplayResult())
    }

    @Test func `a rejected deletion is not recorded`() async throws {
        let caller = try await rig.person("1")
        rig.storage.clock.advance(by: StepUp.window + 1)
        let late = Caller(app: rig.app, session: caller.session, checkedAt: rig.storage.clock.now)
        #expect(
            try await rig.code { _ = try await rig.accounts.deletion.deleteAccount(of: late, context: rig.context) }
                == .reauthenticationRequired)
        #expect(rig.journal.noted.isEmpty)
    }

    @Test func `a merged account is not recorded as deleted`() async throws {
        let guest = try await rig.guest()
        _ = try await rig.person("1")
        let nonce = rig.accounts.providers.issueNonce(for: guest)
        let credential = ProviderCredential(
            provider: .apple, idToken: try rig.apple.token("1", nonce: Nonce(nonce).sha256Hex), nonce: nonce)
        _ = try await rig.accounts.linking.link(credential, to: guest, onConflict: .merge, context: rig.context)
        #expect(try await rig.view(guest) == nil && rig.journal.noted.isEmpty)
        #expect(try await rig.accounts.journal.reconcile() == JournalReplayResult())
        let tombstone = rig.tombstone(of: guest)
        #expect(try await rig.storage.engine.read { reader throws(StorageError) in try reader.hasTombstone(tombstone) })
    }

    /// Copies the callers' accounts, identities and sessions into another database, which stands for a restored backup.
    private func copy(_ callers: [Caller]) async throws -> TestStorage {
        let other = try TestStorage()
        for caller in callers {
            let view = try #require(try await rig.view(caller))
            let now = rig.storage.clock.now
            try await other.engine.write { [context = rig.context, app = rig.app] transaction throws(StorageError) in
                try transaction.insert(view.account)
                for identity in view.identities { try transaction.insert(identity) }
                _ = try transaction.beginSession(
                    SessionSeed(caller.session.id), for: view.account.id, in: app, method: .apple, at: now,
                    context: context)
            }
        }
        return other
    }

    @Test func `a restored database loses exactly the deleted accounts`() async throws {
        let people = [try await rig.person("1"), try await rig.person("2"), try await rig.guest()]
        let backup = try await copy(people)
        _ = try await rig.accounts.deletion.deleteAccount(of: people[0], context: rig.context)
        _ = try await rig.accounts.deletion.deleteAccount(of: people[2], context: rig.context)
        let restored = try await rig.on(backup)
        #expect(try await restored.journal.reconcile().deleted == 2)
        #expect(try await restored.journal.reconcile() == JournalReplayResult())
        for (caller, code) in zip(people, [AuthError.Code.notFound, nil, .notFound]) {
            #expect(
                try await rig.code { _ = try await restored.directory.account(caller.session.account, in: rig.app.id) }
                    == code)
        }
        let session = people[0].session
        #expect(
            try await backup.engine.read { reader throws(StorageError) in try reader.session(session.id) } == nil)
        #expect(rig.journal.noted.count == 2)
    }

    @Test func `a recorded deletion of an unknown account is stored, and an expired one is dropped`() async throws {
        let now = rig.storage.clock.now
        let nobody = Tombstone(digest: Array(repeating: 1, count: 32), at: now, cause: .deleted)
        let old = Tombstone(
            digest: Array(repeating: 2, count: 32), at: now.addingTimeInterval(-Tombstone.retention - 1),
            cause: .deleted)
        try await rig.journal.append([nobody, old])
        #expect(try await rig.accounts.journal.reconcile() == JournalReplayResult())
        let known = try await rig.storage.engine.read { reader throws(StorageError) in try reader.tombstones(.deleted) }
        #expect(known == [nobody])
    }

    @Test func `recorded deletions are applied to more accounts than one step reads`() async throws {
        let (app, now) = (rig.app, rig.storage.clock.now)
        let ids = (0..<1_203).map { AccountID("account-\($0)") }
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for id in ids {
                try transaction.insert(
                    Account(
                        id: id, app: app.id, createdAt: now, lastSignInAt: now,
                        profile: StoredProfile(fields: [:], updatedAt: now)))
            }
        }
        let last = try #require(ids.max { $0.description < $1.description })
        let digests = [last, ids[0], ids[600]].map { rig.accounts.sessions.tombstones.digest(of: $0, in: app.id) }
        try await rig.journal.append(digests.map { Tombstone(digest: $0, at: now, cause: .deleted) })
        #expect(try await rig.accounts.journal.reconcile().deleted == 3)
        #expect(
            try await rig.code { _ = try await rig.accounts.directory.account(last, in: app.id) } == .notFound)
        _ = try await rig.accounts.directory.account(ids[1], in: app.id)
    }
}
