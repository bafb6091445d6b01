/// Why storage did not do as it was told. The transaction has changed nothing.
package enum StorageError: Error, Sendable, Equatable {
    /// A row with that key exists, or the account that it belongs to does not.
    case conflict
    /// The database cannot be reached or written to now: locked, full, or failing.
    case unavailable(String)
    /// What was read is not what was written.
    case corrupt(String)
}
