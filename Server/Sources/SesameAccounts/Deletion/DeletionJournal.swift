/// The deletions, recorded outside the database: a restored backup brings users back, and this deletes them again. See
/// decision 19.
///
/// It holds nothing but the tombstones of deleted accounts, and may forget them after ``Tombstone/retention``.
package protocol DeletionJournal: Sendable {
    /// Adds tombstones; returns when they are durable.
    func append(_ tombstones: [Tombstone]) async throws(StorageError)

    /// All that is noted.
    func tombstones() async throws(StorageError) -> [Tombstone]
}
