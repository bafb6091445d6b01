import SesameAccounts

/// A write in progress.
struct SQLiteTransaction: SQLiteReading, StorageTransaction {
    let connection: Connection
    /// What the writer is to know of it.
    let traces: Traces

    /// What a transaction leaves to be done behind its commit.
    final class Traces {
        /// Whether personal data was removed or replaced, which the log still holds.
        var hasErased = false
    }
}
