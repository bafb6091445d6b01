package import Foundation

/// A record of deleted accounts and ended sessions outside the database. A restored backup brings them back, and the
/// journal removes them again. See decision 19.
///
/// It contains no ids, only keyed digests, and may drop entries older than ``Tombstone/retention``.
package protocol DeletionJournal: Sendable {
    /// Appends tombstones; returns when they are durable. Those of a failed call are written by the next one.
    func append(_ tombstones: [Tombstone]) async throws(StorageError)

    /// Appends cutoffs, by digest, under the next number; returns their position when they are durable.
    ///
    /// - Parameter positions: Positions that are in use. The number is higher than that of each position of this
    ///   journal, even if the journal has lost its last entries.
    func append(
        _ cutoffs: [[UInt8]: Date], after positions: [JournalPosition]
    ) async throws(StorageError) -> JournalPosition

    /// Returns all entries. Some may be older than ``Tombstone/retention``.
    func entries() async throws(StorageError) -> JournalEntries

    /// Drops entries from before the given time, and entries that later ones replace, if that saves much space.
    func compact(forgettingBefore time: Date) async
}

/// The entries of a deletion journal.
package struct JournalEntries: Sendable, Equatable {
    /// The journal's random id.
    package var journal: [UInt8]
    /// The tombstones of deleted accounts.
    package var tombstones: [Tombstone]
    package var cutoffs: [SessionCutoff]

    package init(journal: [UInt8], tombstones: [Tombstone] = [], cutoffs: [SessionCutoff] = []) {
        self.journal = journal
        self.tombstones = tombstones
        self.cutoffs = cutoffs
    }

    package var isEmpty: Bool { tombstones.isEmpty && cutoffs.isEmpty }

    /// The position of the last cutoff.
    package var position: JournalPosition {
        JournalPosition(journal: journal, number: cutoffs.map(\.number).max() ?? 0)
    }

    /// The time of the last cutoff of each digest.
    package var lastCutoffs: [[UInt8]: Date] {
        Dictionary(cutoffs.map { ($0.digest, $0.notBefore) }, uniquingKeysWith: max)
    }

    /// Returns the entries since the given time, with one cutoff for each account.
    package func compacted(since time: Date) -> JournalEntries {
        let latest = Dictionary(cutoffs.map { ($0.digest, $0) }) { one, other in
            SessionCutoff(
                digest: one.digest, notBefore: max(one.notBefore, other.notBefore),
                number: max(one.number, other.number))
        }
        return JournalEntries(
            journal: journal, tombstones: tombstones.filter { $0.at >= time },
            cutoffs: latest.values.filter { $0.notBefore >= time }.sorted { $0.number < $1.number })
    }
}

/// The journal's entry for an account of which a session has ended: in a restored backup, the account's sessions that
/// began until then end again.
///
/// One entry covers all sessions of an account, so that the journal does not grow with each sign-out. Sessions on other
/// devices therefore end as well.
package struct SessionCutoff: Sendable, Equatable {
    /// The keyed digest of app and account; see ``Tombstone/digest``.
    package let digest: [UInt8]
    /// The time of the end.
    package let notBefore: Date
    /// The number of the entry. Entries that are written at once have the same number, later entries a higher one.
    package let number: Int64

    package init(digest: [UInt8], notBefore: Date, number: Int64) {
        self.digest = digest
        self.notBefore = notBefore
        self.number = number
    }
}
