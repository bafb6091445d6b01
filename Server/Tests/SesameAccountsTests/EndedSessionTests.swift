import Foundation
import SesameCore
import SesameSQLite
import SesameWire
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
        let position = try await rig.storage.engine.read { reader throws(StorageError) in try reader.journalPosition() }
        return try await backup(callers, at: position)
    }

    private func backup(_ callers: [Caller], at position: JournalPosition?) async throws -> TestStorage {
        let backup = try TestStorage()
        if let position {
            try await backup.engine.write { transaction throws(StorageError) in
                try transaction.setJournalPosition(position)
            }
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
        try await signOut(phone)
        _ = try await rig.journal.append([rig.tombstone(of: phone): rig.storage.clock.now], after: [])
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

    @Test func `a restore of an earlier backup by mistake signs nobody out of the right one`() async throws {
        let (phone, tablet) = (try await rig.person("1"), try await rig.person("1"))
        let early = try await backup([phone, tablet])
        rig.storage.clock.advance(by: 60)
        try await signOut(phone)
        try await rig.accounts.journal.noteEndedSessions()
        rig.storage.clock.advance(by: 60)
        let again = try await rig.person("1")
        let late = try await backup([tablet, again])
        let mistake = try await rig.on(early)
        #expect(try await mistake.journal.reconcile().signedOut == 1)
        try await mistake.journal.noteEndedSessions()
        #expect(rig.journal.cutoffs.count == 1)
        #expect(try await rig.on(late).journal.reconcile() == JournalReplayResult())
        #expect(try await isLive(tablet, in: late))
        #expect(try await isLive(again, in: late))
    }

    @Test func `endings that only the replaced database has are applied and added to the journal`() async throws {
        let (one, two) = (try await rig.person("1"), try await rig.person("2"))
        let backup = try await backup([one, two])
        rig.storage.clock.advance(by: 60)
        rig.journal.setFull(true)
        try await signOut(one)
        let endings = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.sessionEndings(limit: 10)
        }
        await #expect(throws: StorageError.self) { try await rig.on(backup).journal.reconcile(endings: endings) }
        rig.journal.setFull(false)
        let second = try await self.backup([one, two])
        #expect(try await rig.on(second).journal.reconcile(endings: endings).signedOut == 1)
        #expect(try await !isLive(one, in: second))
        #expect(try await isLive(two, in: second))
        #expect(rig.journal.cutoffs.map(\.digest) == [rig.tombstone(of: one)])
    }

    /// Ends a session that a backup still has, and then loses the journal, or its last entries.
    ///
    /// - Returns: The backup, and its callers: one signed out, one not.
    private func loseJournal(_ isLost: Bool) async throws -> (backup: TestStorage, out: Caller, still: Caller) {
        let (one, two) = (try await rig.person("1"), try await rig.person("2"))
        _ = try await rig.accounts.journal.reconcile()
        let old = rig.journal.content
        for subject in ["3", "4", "5"] {
            try await signOut(try await rig.person(subject))
            try await rig.accounts.journal.noteEndedSessions()
        }
        let backup = try await backup([one, two])
        rig.storage.clock.advance(by: 60)
        try await signOut(one)
        try await rig.accounts.journal.noteEndedSessions()
        rig.storage.clock.advance(by: 60)
        rig.journal.replace(with: isLost ? JournalEntries(journal: [2]) : old)
        return (backup, one, two)
    }

    @Test(arguments: [true, false])
    func `a lost or older journal gets the ended sessions of the database again`(isLost: Bool) async throws {
        let (backup, one, two) = try await loseJournal(isLost)
        _ = try await rig.accounts.journal.reconcile()
        try await rig.accounts.journal.noteEndedSessions()
        #expect(rig.journal.content.lastCutoffs.keys.contains(rig.tombstone(of: one)))
        #expect(try await rig.on(backup).journal.reconcile().signedOut == 1)
        #expect(try await !isLive(one, in: backup))
        #expect(try await isLive(two, in: backup))
    }

    /// Returns the rig's database, which can only be read while its disk is full.
    private func full(while isFull: Locked<Bool>) -> InterceptedStorage {
        InterceptedStorage(engine: rig.storage.engine) { () throws(StorageError) in
            if isFull.withLock(\.self) { throw .unavailable("the disk is full") }
        }
    }

    @Test(arguments: [true, false])
    func `a start that can write nothing adds the ended sessions later`(isLost: Bool) async throws {
        let (backup, one, _) = try await loseJournal(isLost)
        let isFull = Locked(true)
        let accounts = try await rig.on(rig.storage, through: full(while: isFull))
        _ = try await accounts.journal.reconcile(toleratesFullDisk: true)
        await #expect(throws: StorageError.self) { try await accounts.journal.reconcile() }
        #expect(try await rig.code { try await accounts.journal.noteEndedSessions() } == .storageUnavailable)
        isFull.withLock { $0 = false }
        try await accounts.journal.noteEndedSessions()
        #expect(rig.journal.content.lastCutoffs.keys.contains(rig.tombstone(of: one)))
        #expect(try await rig.on(backup).journal.reconcile().signedOut == 1)
        #expect(try await !isLive(one, in: backup))
    }

    @Test func `what a restore of a foreign backup ends by mistake is no new entry`() async throws {
        let (early, one, _) = try await loseJournal(true)
        _ = try await rig.accounts.journal.reconcile()
        try await rig.accounts.journal.noteEndedSessions()
        let again = try await rig.person("1")
        let late = try await backup([again])
        early.clock.advance(by: 600)
        let mistake = try await rig.on(early)
        #expect(try await mistake.journal.reconcile().signedOut == 1)
        try await mistake.journal.noteEndedSessions()
        #expect(try await !isLive(one, in: early))
        #expect(try await rig.on(late).journal.reconcile() == JournalReplayResult())
        #expect(try await isLive(again, in: late))
    }

    @Test func `a newer copy of the journal continues its numbers`() async throws {
        let (one, two) = (try await rig.person("1"), try await rig.person("2"))
        _ = try await rig.accounts.journal.reconcile()
        for subject in ["3", "4"] {
            try await signOut(try await rig.person(subject))
            try await rig.accounts.journal.noteEndedSessions()
        }
        let old = rig.journal.content
        try await signOut(try await rig.person("5"))
        try await rig.accounts.journal.noteEndedSessions()
        let backup = try await backup([one, two])
        try await signOut(one)
        try await rig.accounts.journal.noteEndedSessions()
        let new = rig.journal.content
        rig.journal.replace(with: old)
        for _ in 0..<2 {
            let again = try await copy(of: backup, [one, two])
            #expect(try await rig.on(again).journal.reconcile(adding: [new]).signedOut == 1)
        }
        // The folder's journal now has the entry, under a number that the backup does not know.
        #expect(try await rig.on(backup).journal.reconcile().signedOut == 1)
        #expect(try await !isLive(one, in: backup))
        #expect(try await isLive(two, in: backup))
    }

    @Test func `a copy that is newer than the journal and older than the database is completed, too`() async throws {
        let (one, two) = (try await rig.person("1"), try await rig.person("2"))
        _ = try await rig.accounts.journal.reconcile()
        var copies: [JournalEntries] = []
        for caller in [try await rig.person("3"), try await rig.person("4"), one] {
            copies.append(rig.journal.content)
            rig.storage.clock.advance(by: 60)
            try await signOut(caller)
            try await rig.accounts.journal.noteEndedSessions()
        }
        rig.storage.clock.advance(by: 60)
        rig.journal.replace(with: copies[1])
        _ = try await rig.accounts.journal.reconcile(adding: [copies[2]])
        try await rig.accounts.journal.noteEndedSessions()
        #expect(rig.journal.content.lastCutoffs.keys.contains(rig.tombstone(of: one)))
        #expect(try await isLive(two, in: rig.storage))
    }

    @Test func `the clean-up compacts the journal`() async throws {
        try await rig.accounts.maintenance.purge()
        #expect(
            rig.journal.compactions == [rig.storage.clock.now.addingTimeInterval(-Tombstone.retention)])
    }

    private func copy(of storage: TestStorage, _ callers: [Caller]) async throws -> TestStorage {
        let position = try await storage.engine.read { reader throws(StorageError) in try reader.journalPosition() }
        return try await backup(callers, at: position)
    }

    @Test func `a journal from another machine is applied by its own numbers, or as a whole`() async throws {
        let (one, two, three) = (try await rig.person("1"), try await rig.person("2"), try await rig.person("3"))
        _ = try await rig.accounts.journal.reconcile()
        rig.storage.clock.advance(by: 60)
        try await signOut(try await rig.person("1"))
        try await rig.accounts.journal.noteEndedSessions()
        let backup = try await backup([one, two, three])
        try await signOut(two)
        try await rig.accounts.journal.noteEndedSessions()
        let other = rig.journal.content
        // The other machine's journal begins anew, and has an entry with a number that the backup seems to know.
        rig.journal.replace(with: JournalEntries(journal: [2]))
        _ = try await rig.journal.append([rig.tombstone(of: three): rig.storage.clock.now], after: [])
        #expect(try await rig.on(backup).journal.reconcile(adding: [other]).signedOut == 2)
        #expect(try await isLive(one, in: backup))
        #expect(try await !isLive(two, in: backup))
        #expect(try await !isLive(three, in: backup))
        #expect(Set(rig.journal.content.lastCutoffs.keys) == Set([one, two, three].map(rig.tombstone)))
        #expect(try await rig.on(backup).journal.reconcile() == JournalReplayResult())
    }

    @Test func `entries are not repeated while only the database cannot be written`() async throws {
        let caller = try await rig.person("1")
        try await signOut(caller)
        let accounts = try await rig.on(rig.storage, through: full(while: Locked(true)))
        for _ in 0..<3 {
            #expect(try await rig.code { try await accounts.journal.noteEndedSessions() } == .storageUnavailable)
        }
        #expect(rig.journal.cutoffs.count == 1)
    }
}
