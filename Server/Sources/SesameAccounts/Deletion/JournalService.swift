import Foundation
import SesameWire

/// The service that keeps the deletion journal complete, and applies it to a restored database.
package final class JournalService: Service {
    /// The number of accounts that one step reads or writes.
    private static let step = 500

    let context: ServiceContext
    let deletion: DeletionService
    let journal: (any DeletionJournal)?
    /// The journal's position at the start, if the database could not store it.
    private let unstored = Locked<JournalPosition?>(nil)
    /// The last endings that were appended to the journal, until the database has their position.
    private let appended = Locked<(endings: [SessionEnding], position: JournalPosition)?>(nil)

    init(context: ServiceContext, deletion: DeletionService, journal: (any DeletionJournal)?) {
        self.context = context
        self.deletion = deletion
        self.journal = journal
    }

    /// Adds the sessions that have ended since the last call to the journal, one entry for each account.
    ///
    /// A sign-out does not wait for this, so if the disk is lost, the last second of ended sessions is lost, too.
    package func noteEndedSessions() async throws(AccountError) {
        do throws(StorageError) {
            while try await noteSomeEndedSessions() {}
        } catch {
            throw AccountError(error)
        }
    }

    /// Adds some sessions to the journal. Returns true if more may be left.
    private func noteSomeEndedSessions() async throws(StorageError) -> Bool {
        guard let journal else { return false }
        if let position = unstored.withLock(\.self) {
            try await store(position, found: position, endedBefore: environment.now)
            unstored.withLock { $0 = nil }
        }
        let (endings, stored) = try await storage.read { reader throws(StorageError) in
            (try reader.sessionEndings(limit: Self.step), try reader.journalPosition())
        }
        guard !endings.isEmpty else { return false }
        let position: JournalPosition
        if let appended = appended.withLock(\.self), appended.endings == endings {
            // The database could not store the position, and the entries must not be repeated each second.
            position = appended.position
        } else {
            position = try await journal.append(digests(of: endings), after: stored.map { [$0] } ?? [])
            appended.withLock { $0 = (endings, position) }
        }
        try await storage.write { transaction throws(StorageError) in
            for ending in endings { try transaction.delete(ending) }
            try transaction.setJournalPosition(position)
        }
        appended.withLock { $0 = nil }
        return endings.count == Self.step
    }

    private func digests(of endings: [SessionEnding]) -> [[UInt8]: Date] {
        Dictionary(
            endings.map { (tombstones.digest(of: $0.account, in: $0.app), $0.at) }, uniquingKeysWith: max)
    }

    /// Synchronizes the database and the journal, before the server accepts requests.
    ///
    /// A database that was restored from a backup lacks the later entries of the journal: those accounts are deleted
    /// again, and those sessions end again. What the journal lacks is added to it.
    ///
    /// - Parameters:
    ///   - others: Entries of other journals, which are applied and added, too.
    ///   - replaced: Endings in the database that a restore replaces, which its journal may lack.
    ///   - toleratesFullDisk: If true, what the journal lacks may be added later, and the position may be stored later.
    ///   - progress: Called now and then with the number of checked accounts, if all must be checked.
    package func reconcile(
        adding others: [JournalEntries] = [], endings replaced: [SessionEnding] = [], toleratesFullDisk: Bool = false,
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(StorageError) -> JournalReplayResult {
        guard let journal else { return JournalReplayResult() }
        let now = environment.now
        let oldest = environment.trustedNow?.addingTimeInterval(-Tombstone.retention) ?? .distantPast
        let own = try await journal.entries()
        let (known, position, pending) = try await storage.scan { reader throws(StorageError) in
            (
                try reader.tombstones(.deleted), try reader.journalPosition(),
                try reader.sessionEndings(limit: .max)
            )
        }
        let deleted = ([own] + others).flatMap(\.tombstones).filter { $0.at >= oldest }
        let unknown = Set(deleted.map(\.digest)).subtracting(known.map(\.digest))
        let waiting = digests(of: pending)
        var cutoffs = digests(of: replaced)
        for entries in [own] + others {
            cutoffs.merge(entries.cutoffs(after: position, without: waiting), uniquingKeysWith: max)
        }
        var outcome = JournalReplayResult()
        if !unknown.isEmpty || !cutoffs.isEmpty {
            outcome = try await apply(unknown, cutoffs, keeping: Set(waiting.keys), at: now, progress)
            // The marks of applied entries are stored last.
            try await insert(deleted.filter { unknown.contains($0.digest) })
        }
        let noted = Set(own.tombstones.filter { $0.at >= oldest }.map(\.digest))
        let unnoted = known.filter { !noted.contains($0.digest) }
        let foreign = deleted.filter { unknown.contains($0.digest) && !noted.contains($0.digest) }
        do throws(StorageError) {
            try await journal.append(unnoted + foreign)
            outcome.noted = unnoted.count
        } catch .unavailable where toleratesFullDisk {
            // The journal writes them with its next ones.
            outcome.waiting = unnoted.count
        }
        let lacking = others.map(\.lastCutoffs) + [digests(of: replaced)]
        let reached = try await add(
            lacking, to: own, after: others.map(\.position) + (position.map { [$0] } ?? []), in: journal)
        do throws(StorageError) {
            try await store(reached, found: own.position, endedBefore: now)
        } catch .unavailable where toleratesFullDisk {
            unstored.withLock { $0 = reached }
        }
        return outcome
    }

    /// Adds the cutoffs that the journal lacks, and returns its position.
    private func add(
        _ cutoffs: [[[UInt8]: Date]], to own: JournalEntries, after positions: [JournalPosition],
        in journal: any DeletionJournal
    ) async throws(StorageError) -> JournalPosition {
        let known = own.lastCutoffs
        let missing = cutoffs.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: max) }
            .filter { $0.value > known[$0.key] ?? .distantPast }
        return missing.isEmpty ? own.position : try await journal.append(missing, after: positions)
    }

    /// Stores the journal's position. If the journal was lost, or replaced by an older copy, the ended sessions in the
    /// database are added to it again.
    ///
    /// - Parameters:
    ///   - found: The journal's position when it was opened.
    ///   - now: The time at which sessions ended because of the journal; these are not added.
    private func store(
        _ position: JournalPosition, found: JournalPosition, endedBefore now: Date
    ) async throws(StorageError) {
        let old = try await storage.read { reader throws(StorageError) in try reader.journalPosition() }
        guard position != old else { return }
        try await storage.write { transaction throws(StorageError) in
            var number = position.number
            if let old {
                let isSame = old.journal == position.journal
                if !isSame || old.number > found.number { try transaction.noteAllEndings(before: now) }
                if isSame { number = max(number, old.number) }
            }
            try transaction.setJournalPosition(JournalPosition(journal: position.journal, number: number))
        }
    }

    /// Deletes the accounts with the digests, and ends sessions that the cutoffs cover. To find the accounts, the
    /// server must compute the digest of every account.
    ///
    /// - Parameter waiting: Accounts with an ending that the journal lacks.
    private func apply(
        _ digests: Set<[UInt8]>, _ cutoffs: [[UInt8]: Date], keeping waiting: Set<[UInt8]>, at now: Date,
        _ progress: @Sendable (Int) -> Void
    ) async throws(StorageError) -> JournalReplayResult {
        let context = RequestContext(requestID: "restore")
        var last: AccountLastUse.Key?
        var outcome = JournalReplayResult()
        var seen = 0
        while true {
            let page = try await storage.scan { [last] reader throws(StorageError) in
                try reader.activities(after: last, limit: Self.step)
            }
            guard let end = page.last else { return outcome }
            let found = page.map { (key: $0.key, digest: tombstones.digest(of: $0.key.account, in: $0.key.app)) }
            let gone = found.filter { digests.contains($0.digest) }.map(\.key)
            let cut = found.compactMap { found in
                cutoffs[found.digest].map { (key: found.key, time: $0, isWaiting: waiting.contains(found.digest)) }
            }
            if !gone.isEmpty || !cut.isEmpty {
                outcome.signedOut += try await storage.write { [self] transaction throws(StorageError) in
                    for key in gone {
                        guard let view = try transaction.view(of: key.account, in: key.app) else { continue }
                        _ = try deletion.delete(view, at: now, context: context, transaction)
                    }
                    var signedOut = 0
                    for (key, time, isWaiting) in cut
                    where try transaction.endSessions(of: key, begunUntil: time, at: now, context: context) {
                        signedOut += 1
                        // The entry that caused this is in the journal already.
                        guard !isWaiting else { continue }
                        try transaction.delete(SessionEnding(app: key.app, account: key.account, at: .distantFuture))
                    }
                    return signedOut
                }
            }
            outcome.deleted += gone.count
            seen += page.count
            last = end.key
            progress(seen)
        }
    }

    private func insert(_ tombstones: [Tombstone]) async throws(StorageError) {
        for start in stride(from: 0, to: tombstones.count, by: Self.step) {
            let step = tombstones[start..<min(start + Self.step, tombstones.count)]
            try await storage.write { transaction throws(StorageError) in
                for tombstone in step { try transaction.insert(tombstone) }
            }
        }
    }
}

/// The result of synchronizing the database and the journal.
package struct JournalReplayResult: Sendable, Equatable {
    /// The number of accounts that a restored backup had brought back, and that were deleted again.
    package var deleted = 0
    /// The number of accounts of which a restored backup had brought back sessions, which were ended again.
    package var signedOut = 0
    /// The number of deletions that only the database had, and that were added to the journal.
    package var noted = 0
    /// The number of deletions that only the database had, and that could not be added to the journal yet.
    package var waiting = 0

    package init() {}
}

extension JournalEntries {
    /// Returns the cutoffs that a database with the given position does not know: those with a higher number, and all
    /// of another journal.
    ///
    /// - Parameter pending: The endings that the database has not noted yet. The server may have stopped after it
    ///   appended an entry, and before it stored the position; the sessions have ended in this database.
    fileprivate func cutoffs(after position: JournalPosition?, without pending: [[UInt8]: Date]) -> [[UInt8]: Date] {
        let isForeign = position?.journal != journal
        let last = position?.number ?? 0
        let unknown = cutoffs.filter {
            (isForeign || $0.number > last) && $0.notBefore > pending[$0.digest] ?? .distantPast
        }
        return JournalEntries(journal: journal, cutoffs: unknown).lastCutoffs
    }
}

extension StorageTransaction {
    /// Ends the sessions of an account that began at the given time or earlier, and voids what depends on the
    /// account's sessions. Returns false if there are none.
    fileprivate func endSessions(
        of key: AccountLastUse.Key, begunUntil time: Date, at now: Date, context: RequestContext
    ) throws(StorageError) -> Bool {
        let revived = try sessions(of: key.account, in: key.app).filter {
            $0.createdAt <= time && $0.termination == nil
        }
        for session in revived {
            var ended = session
            ended.end(.revoked, at: now)
            try update(ended)
            try insert(
                SecurityEvent(
                    kind: .sessionRevoked, app: key.app, account: key.account, session: session.id, at: now,
                    context: context))
        }
        if !revived.isEmpty { try invalidateTokens(of: key.account, in: key.app, at: min(time, now)) }
        return !revived.isEmpty
    }
}
