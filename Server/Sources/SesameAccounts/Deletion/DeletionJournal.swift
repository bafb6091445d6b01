/// A record of deletions outside the database. A restored backup brings accounts back, and the journal deletes them
/// again. See decision 19.
///
/// It contains only the tombstones of deleted accounts, and may drop them after ``Tombstone/retention``.
package protocol DeletionJournal: Sendable {
    /// Appends tombstones; returns when they are durable.
    func append(_ tombstones: [Tombstone]) async throws(StorageError)

    /// Returns all recorded tombstones; some may be older than ``Tombstone/retention``.
    func tombstones() async throws(StorageError) -> [Tombstone]
}
