import SesameAccounts

/// A write in progress.
struct SQLiteTransaction: SQLiteReading, StorageTransaction {
    let connection: Connection
    /// The notes for the writer.
    let traces: Traces

    /// The work that a transaction leaves to be done behind its commit.
    final class Traces {
        /// True if personal data was removed or replaced, which the log still holds.
        var hasErased = false
        /// The security events that were written, of the transactions that are kept so far.
        var events: [StorageCommit.Event] = []

        /// Forgets the events behind the first so many: their transactions were taken back.
        func keepEvents(_ count: Int) { events.removeSubrange(count...) }
    }
}
