import Foundation

extension DeletionService {
    /// Synchronizes the database and the journal, before the server accepts requests.
    ///
    /// A database that was restored from a backup lacks the tombstones of later deletions: those accounts are deleted
    /// again. A deletion that the server could not record before it stopped is recorded.
    ///
    /// - Parameter progress: Called now and then with the number of checked accounts, if all must be checked.
    package func reapplyDeletions(
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(StorageError) -> JournalReplayResult {
        guard let journal else { return JournalReplayResult() }
        let now = environment.now
        let start = environment.trustedNow?.addingTimeInterval(-Tombstone.retention) ?? .distantPast
        let noted = try await journal.tombstones().filter { $0.at >= start }
        let known = try await storage.scan { reader throws(StorageError) in try reader.tombstones(.deleted) }
        let unknown = Set(noted.map(\.digest)).subtracting(known.map(\.digest))
        var outcome = JournalReplayResult()
        if !unknown.isEmpty {
            outcome.deleted = try await deleteAgain(unknown, at: now, progress)
            // The tombstones are inserted last, because they mark the work as done.
            try await insert(noted.filter { unknown.contains($0.digest) })
        }
        let unnoted = Set(known.map(\.digest)).subtracting(noted.map(\.digest))
        outcome.noted = unnoted.count
        // An empty list is appended too, so that the journal exists and is writable before it is needed.
        try await journal.append(known.filter { unnoted.contains($0.digest) })
        return outcome
    }

    /// Deletes the accounts with the tombstones, and returns their number. To find the accounts, the server must
    /// compute the tombstone of every account.
    private func deleteAgain(
        _ digests: Set<[UInt8]>, at now: Date, _ progress: @Sendable (Int) -> Void
    ) async throws(StorageError) -> Int {
        let context = RequestContext(requestID: "restore")
        var last: AccountLastUse.Key?
        var (seen, deleted) = (0, 0)
        while true {
            let page = try await storage.scan { [last] reader throws(StorageError) in
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

/// The result of synchronizing the database and the journal.
package struct JournalReplayResult: Sendable, Equatable {
    /// The number of accounts that a restored backup had brought back, and that were deleted again.
    package var deleted = 0
    /// The number of deletions that only the database had, and that were added to the journal.
    package var noted = 0

    package init() {}
}
