import Foundation

extension DeletionService {
    /// Brings the database and the journal together, before anybody is served.
    ///
    /// A database that was restored from a backup lacks the tombstones of what was deleted since: those accounts are
    /// deleted again. And a deletion that the server did not live to note is noted.
    ///
    /// - Parameter progress: Told how many accounts were looked at, now and then, where all have to be.
    package func reapplyDeletions(
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(StorageError) -> JournalOutcome {
        guard let journal else { return JournalOutcome() }
        let now = environment.now
        let start = environment.trustedNow?.addingTimeInterval(-Tombstone.retention) ?? .distantPast
        let noted = try await journal.tombstones().filter { $0.at >= start }
        let known = try await storage.read { reader throws(StorageError) in try reader.tombstones(.deleted) }
        let unknown = Set(noted.map(\.digest)).subtracting(known.map(\.digest))
        var outcome = JournalOutcome()
        if !unknown.isEmpty {
            outcome.deleted = try await deleteAgain(unknown, at: now, progress)
            // Last, since they say that there is nothing left to do.
            try await insert(noted.filter { unknown.contains($0.digest) })
        }
        let unnoted = Set(known.map(\.digest)).subtracting(noted.map(\.digest))
        outcome.noted = unnoted.count
        // Also where there are none: the journal is to be there, and writable, before it is needed.
        try await journal.append(known.filter { unnoted.contains($0.digest) })
        return outcome
    }

    /// The accounts of these tombstones can only be told by making the tombstone of each account.
    private func deleteAgain(
        _ digests: Set<[UInt8]>, at now: Date, _ progress: @Sendable (Int) -> Void
    ) async throws(StorageError) -> Int {
        let context = RequestContext(requestID: "restore")
        var last: AccountActivity.Key?
        var (seen, deleted) = (0, 0)
        while true {
            let page = try await storage.read { [last] reader throws(StorageError) in
                try reader.activities(after: last, limit: 500)
            }
            guard let end = page.last else { return deleted }
            let gone = page.map(\.key).filter { digests.contains(tombstones.digest(of: $0.account, in: $0.app)) }
            if !gone.isEmpty {
                try await storage.write { [self] transaction throws(StorageError) in
                    for key in gone {
                        guard let view = try transaction.view(of: key.account, in: key.app) else { continue }
                        _ = try delete(view, at: now, context: context, transaction)
                    }
                }
            }
            deleted += gone.count
            seen += page.count
            last = end.key
            progress(seen)
        }
    }

    private func insert(_ tombstones: [Tombstone]) async throws(StorageError) {
        for start in stride(from: 0, to: tombstones.count, by: 500) {
            let step = tombstones[start..<min(start + 500, tombstones.count)]
            try await storage.write { transaction throws(StorageError) in
                for tombstone in step { try transaction.insert(tombstone) }
            }
        }
    }
}

/// The result of comparing database and journal.
package struct JournalOutcome: Sendable, Equatable {
    /// Accounts that a restored backup had brought back, and that are gone again.
    package var deleted = 0
    /// Deletions that stood in the database alone, and are noted now.
    package var noted = 0

    /// Nothing was amiss.
    package init() {}
}
