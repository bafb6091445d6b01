import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of ended sessions in the deletion journal: a restored database must not bring them back.
struct EndedSessionTests {
    private let rig: LifeRig

    init() async throws {
        rig = try await LifeRig()
    }

    /// Returns a database with the callers' accounts and live sessions, which stands for a backup from now.
    private func backup(_ callers: [Caller]) async throws -> TestStorage {
        let backup = try TestStorage()
        let position = try await rig.storage.engine.read { reader throws(StorageError) in try reader.journalPosition() }
        try await backup.engine.write { transaction throws(StorageError) in
            try transaction.setJournalPosition(position)
        }
        for caller in callers {
            let view = try #require(try await rig.view(caller))
            try await backup.engine.write { transaction throws(StorageError) in
                if try transaction.account(view.account.id, in: view.account.app) == nil {
                    try transaction.insert(view.account)
                    for identity in view.identities { try transaction.insert(identity) }
                }
                try transaction.insertSession(caller.session)
            }
        }
        return backup
    }

    private func isLive(_ caller: Caller, in storage: TestStorage) async throws -> Bool {
        let id = caller.session.id
        let session = try await storage.engine.read { reader throws(StorageError) in try reader.session(id) }
        return try #require(session).termination == nil
    }

    private func signOut(_ caller: Caller, of accounts: Services? = nil) async throws {
        try await (accounts ?? rig.accounts).sessions.endSession(caller.session.id, of: caller, context: rig.context)
    }

    @Test func `sessions that began before their account's last end do not come back`() async throws {
        let (phone, tablet) = (try await rig.person("1"), try await rig.person("1"))
        let (other, guest) = (try await rig.person("2"), try await rig.guest())
        let backup = try await backup([phone, tablet, other, guest])
        rig.storage.clock.advance(by: 60)
        try await signOut(phone)
        try await signOut(guest)
        try await rig.accounts.journal.noteEndedSessions()
        #expect(rig.journal.cutoffs.count == 2)

        let restored = try await rig.on(backup)
        let outcome = try await restored.journal.reconcile()
        #expect(outcome.signedOut == 2 && outcome.deleted == 0)
        for (caller, isLive) in [(phone, false), (tablet, false), (guest, false), (other, true)] {
            #expect(try await self.isLive(caller, in: backup) == isLive)
        }
        let events = try await backup.engine.read { [app = rig.app] reader throws(StorageError) in
            try reader.events(of: phone.session.account, in: app.id, limit: 10)
        }
        #expect(events.map(\.kind) == [.sessionRevoked, .sessionRevoked])
        #expect(Set(events.map(\.session)) == [phone.session.id, tablet.session.id])
        #expect(try await restored.journal.reconcile() == JournalReplayResult())
    }

    @Test func `the pending codes and Firebase tokens of a session that ends again are void`() async throws {
        let caller = try await rig.person("1")
        let backup = try await backup([caller])
        let key = (caller.session.account, rig.app.id)
        rig.storage.clock.advance(by: 60)
        let end = rig.storage.clock.now
        try await signOut(caller)
        try await rig.accounts.journal.noteEndedSessions()
        backup.clock.advance(by: 120)
        _ = try await rig.on(backup).journal.reconcile()
        let (epochs, details) = try await backup.engine.read { reader throws(StorageError) in
            (try reader.epochs(of: key.0, in: key.1), try reader.details(of: key.0, in: key.1))
        }
        #expect(try #require(epochs)[.sessions] > 0)
        #expect(details?.tokensValidAfter == end)
    }

    @Test func `a session that began after the end stays, and so does an account that signed in again`() async throws {
        let first = try await rig.person("1")
        rig.storage.clock.advance(by: 60)
        try await signOut(first)
        rig.storage.clock.advance(by: 60)
        let second = try await rig.person("1")
        // The backup is from before the journal's entry, as if the server had been slow.
        let backup = try await backup([second])
        try await rig.accounts.journal.noteEndedSessions()
        #expect(rig.journal.cutoffs.count == 1)
        #expect(try await rig.on(backup).journal.reconcile().signedOut == 0)
        #expect(try await isLive(second, in: backup))
    }

    @Test func `an entry that the backup knows is not applied again`() async throws {
        let (phone, tablet) = (try await rig.person("1"), try await rig.person("1"))
        rig.storage.clock.advance(by: 60)
        try await signOut(phone)
        try await rig.accounts.journal.noteEndedSessions()
        let backup = try await backup([tablet])
        #expect(try await rig.on(backup).journal.reconcile().signedOut == 0)
        #expect(try await isLive(tablet, in: backup))
    }

    @Test func `a server that stopped between entry and position ends no other session at its next start`() async throws
    {
        let (phone, tablet) = (try await rig.person("1"), try await rig.person("1"))
        rig.storage.clock.advance(by: 60)
        let digest = rig.tombstone(of: phone)
        try await signOut(phone)
        try await rig.journal.append(
            JournalEntries(cutoffs: [SessionCutoff(digest: digest, notBefore: rig.storage.clock.now, number: 1)]))
        #expect(try await rig.accounts.journal.reconcile() == JournalReplayResult())
        #expect(try await isLive(tablet, in: rig.storage))
        // The ending is noted once more, under a new number.
        try await rig.accounts.journal.noteEndedSessions()
        #expect(rig.journal.cutoffs.map(\.number) == [1, 2])
    }

    @Test func `entries have higher numbers after a restore, so that every later restore finds them`() async throws {
        let (one, two) = (try await rig.person("1"), try await rig.person("2"))
        let backup = try await backup([one, two])
        for subject in ["3", "4"] {
            try await signOut(try await rig.person(subject))
            try await rig.accounts.journal.noteEndedSessions()
        }
        #expect(rig.journal.cutoffs.map(\.number) == [1, 2])
        let restored = try await rig.on(backup)
        #expect(try await restored.journal.reconcile().signedOut == 0)
        try await signOut(two, of: restored)
        try await restored.journal.noteEndedSessions()
        #expect(rig.journal.cutoffs.map(\.number) == [1, 2, 3])
        // A second backup of the first database, which knows two entries, gets the third.
        let second = try await self.backup([one, two])
        #expect(try await rig.on(second).journal.reconcile().signedOut == 1)
        #expect(try await isLive(one, in: second))
        #expect(try await !isLive(two, in: second))
    }

    @Test func `endings wait while the journal cannot be written, and a user has one entry for many`() async throws {
        let callers = [try await rig.person("1"), try await rig.person("1"), try await rig.person("2")]
        rig.journal.setFull(true)
        for caller in callers { try await signOut(caller) }
        #expect(try await rig.code { try await rig.accounts.journal.noteEndedSessions() } == .storageUnavailable)
        #expect(rig.journal.cutoffs.isEmpty)
        rig.journal.setFull(false)
        try await rig.accounts.journal.noteEndedSessions()
        #expect(Set(rig.journal.cutoffs.map(\.digest)) == Set(callers.map(rig.tombstone)))
        #expect(rig.journal.cutoffs.count == 2)
        try await rig.accounts.journal.noteEndedSessions()
        #expect(rig.journal.cutoffs.count == 2)
    }

    @Test func `an account that a merge absorbed is signed out in a backup from before it`() async throws {
        let guest = try await rig.guest()
        let owner = try await rig.person("1")
        let backup = try await backup([guest, owner])
        rig.storage.clock.advance(by: 60)
        let nonce = rig.accounts.providers.issueNonce(for: guest)
        let credential = ProviderCredential(
            provider: .apple, idToken: try rig.apple.token("1", nonce: Nonce(nonce).sha256Hex), nonce: nonce)
        _ = try await rig.accounts.linking.link(credential, to: guest, onConflict: .merge, context: rig.context)
        try await rig.accounts.journal.noteEndedSessions()
        #expect(try await rig.on(backup).journal.reconcile().signedOut == 1)
        #expect(try await !isLive(guest, in: backup))
        #expect(try await isLive(owner, in: backup))
    }

    @Test func `a crowd that signed out is signed out again, step by step`() async throws {
        let (app, now) = (rig.app, rig.storage.clock.now)
        let sessions = (0..<1_203).map { number in
            Session(
                id: SessionID("session-\(number)"), app: app.id, account: AccountID("account-\(number)"),
                method: .apple, createdAt: now, authTime: now, refreshedAt: now, generation: 0,
                acknowledgedGeneration: -1, expiresAt: now.addingTimeInterval(9_999),
                idleExpiresAt: now.addingTimeInterval(9_999))
        }
        let backup = try TestStorage()
        for storage in [backup, rig.storage] {
            try await storage.engine.write { transaction throws(StorageError) in
                for session in sessions {
                    try transaction.insert(
                        Account(
                            id: session.account, app: app.id, createdAt: now, lastSignInAt: now,
                            profile: StoredProfile(fields: [:], updatedAt: now)))
                    try transaction.insertSession(session)
                }
            }
        }
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for session in sessions.dropFirst() {
                var ended = session
                ended.end(.revoked, at: now)
                try transaction.update(ended)
            }
        }
        try await rig.accounts.journal.noteEndedSessions()
        #expect(rig.journal.cutoffs.count == 1_202)
        #expect(try await rig.on(backup).journal.reconcile().signedOut == 1_202)
        let live = try await backup.engine.scan { reader throws(StorageError) in
            var live: [SessionID] = []
            for session in sessions where try reader.session(session.id)?.termination == nil { live.append(session.id) }
            return live
        }
        #expect(live == [SessionID("session-0")])
    }
}
