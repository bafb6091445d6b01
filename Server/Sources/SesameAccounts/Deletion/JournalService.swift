import Foundation

/// The service that keeps the deletion journal complete, and applies it to a restored database.
package final class JournalService: Service {
    /// The number of accounts that one step reads or writes.
    private static let step = 500

    let context: ServiceContext
    let deletion: DeletionService
    let journal: (any DeletionJournal)?

    init(context: ServiceContext, deletion: DeletionService, journal: (any DeletionJournal)?) {
        self.context = context
        self.deletion = deletion
        self.journal = journal
    }

    /// Adds the sessions that have ended since the last call to the journal, one entry for each account.
    ///
    /// A sign-out does not wait for this, so if the machine is lost, the last second of ended sessions is lost, too.
    package func noteEndedSessions() async throws(AccountError) {
        guard let journal else { return }
        var isMore = true
        while isMore {
            let (endings, position) = try await read { reader throws(StorageError) in
                (try reader.sessionEndings(limit: Self.step), try reader.journalPosition())
            }
            guard !endings.isEmpty else { return }
            isMore = endings.count == Self.step
            let number = position + 1
            let cutoffs = endings.map {
                SessionCutoff(
                    digest: tombstones.digest(of: $0.account, in: $0.app), notBefore: $0.at, number: number)
            }
            do throws(StorageError) {
                try await journal.append(JournalEntries(cutoffs: cutoffs))
            } catch {
                throw AccountError(error)
            }
            try await write { transaction throws(StorageError) in
                for ending in endings { try transaction.delete(ending) }
                try transaction.setJournalPosition(number)
            }
        }
    }

    /// Synchronizes the database and the journal, before the server accepts requests.
    ///
    /// A database that was restored from a backup lacks the later entries of the journal: those accounts are deleted
    /// again, and those sessions end again. A deletion that the server could not record before it stopped is recorded.
    ///
    /// - Parameter progress: Called now and then with the number of checked accounts, if all must be checked.
    package func reconcile(
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(StorageError) -> JournalReplayResult {
        guard let journal else { return JournalReplayResult() }
        let oldest = environment.trustedNow?.addingTimeInterval(-Tombstone.retention) ?? .distantPast
        let entries = try await journal.entries()
        let noted = entries.tombstones.filter { $0.at >= oldest }
        let known = try await storage.scan { reader throws(StorageError) in try reader.tombstones(.deleted) }
        let unknown = Set(noted.map(\.digest)).subtracting(known.map(\.digest))
        let cutoffs = try await unknownCutoffs(among: entries.cutoffs)
        var outcome = JournalReplayResult()
        if !unknown.isEmpty || !cutoffs.isEmpty {
            outcome = try await apply(unknown, cutoffs, progress)
            // The marks of applied entries are stored last.
            try await insert(noted.filter { unknown.contains($0.digest) })
        }
        if let last = entries.cutoffs.map(\.number).max() {
            try await storage.write { transaction throws(StorageError) in
                guard try transaction.journalPosition() < last else { return }
                try transaction.setJournalPosition(last)
            }
        }
        let unnoted = Set(known.map(\.digest)).subtracting(noted.map(\.digest))
        outcome.noted = unnoted.count
        // An empty list is appended too, so that the journal exists and is writable before it is needed.
        try await journal.append(JournalEntries(tombstones: known.filter { unnoted.contains($0.digest) }))
        return outcome
    }

    /// Returns the times of the cutoffs that this database does not know, by digest.
    ///
    /// The server may have stopped after it appended an entry, and before it stored the entry's number. Such an ending
    /// is still among the endings to be noted, and its session has ended in this database.
    private func unknownCutoffs(among cutoffs: [SessionCutoff]) async throws(StorageError) -> [[UInt8]: Date] {
        guard !cutoffs.isEmpty else { return [:] }
        let (position, endings) = try await storage.scan { reader throws(StorageError) in
            (try reader.journalPosition(), try reader.sessionEndings(limit: .max))
        }
        let pending = Dictionary(
            endings.map { (tombstones.digest(of: $0.account, in: $0.app), $0.at) }, uniquingKeysWith: max)
        return SessionCutoff.latest(
            cutoffs.filter { $0.number > position && $0.notBefore > pending[$0.digest] ?? .distantPast }
        ).mapValues(\.notBefore)
    }

    /// Deletes the accounts with the digests, and ends sessions that the cutoffs cover. To find the accounts, the
    /// server must compute the digest of every account.
    private func apply(
        _ digests: Set<[UInt8]>, _ cutoffs: [[UInt8]: Date], _ progress: @Sendable (Int) -> Void
    ) async throws(StorageError) -> JournalReplayResult {
        let (now, context) = (environment.now, RequestContext(requestID: "restore"))
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
            let cut = found.compactMap { found in cutoffs[found.digest].map { (key: found.key, time: $0) } }
            if !gone.isEmpty || !cut.isEmpty {
                outcome.signedOut += try await storage.write { [self] transaction throws(StorageError) in
                    for key in gone {
                        guard let view = try transaction.view(of: key.account, in: key.app) else { continue }
                        _ = try deletion.delete(view, at: now, context: context, transaction)
                    }
                    var signedOut = 0
                    for (key, time) in cut
                    where try transaction.endSessions(of: key, begunUntil: time, at: now, context: context) {
                        signedOut += 1
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

    package init() {}
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
