import SesameAccounts

/// The transaction that a write passes to its body.
struct SQLiteTransaction: SQLiteReading, StorageTransaction {
    let connection: Connection
    /// The effects for the writer to handle after the commit, collected during the transaction.
    let traces: CommitEffects

    /// The work that a transaction leaves to the writer after the commit.
    final class CommitEffects {
        /// True if personal data that the log still contains was removed or replaced.
        var hasErased = false
        /// The security events of apps that the current group of writes has stored, without the events of rolled-back
        /// writes.
        var events: [StorageCommit.Event] = []

        /// Drops the events after the first `count`, because their transactions were rolled back.
        func keepEvents(_ count: Int) { events.removeSubrange(count...) }
    }
}
