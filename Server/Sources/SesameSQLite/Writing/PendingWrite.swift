import SesameAccounts

/// A write that waits for its transaction and its commit.
struct PendingWrite: Sendable {
    /// The result of a write. It is reported only after the commit, because even a rejection may depend on changes by
    /// another write in the same commit.
    struct Outcome {
        /// True if the write succeeded; false if its changes must be rolled back.
        let isKept: Bool
        /// Reports the result to the waiting caller.
        let tell: () -> Void
    }

    /// Runs the write in a transaction and returns its outcome, without reporting it to the caller.
    let run: @Sendable (SQLiteTransaction) -> Outcome
    /// Reports the error to the waiting caller. Nothing was stored.
    let fail: @Sendable (StorageError) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Value,
        answer: @escaping @Sendable (Result<Value, StorageError>) -> Void
    ) {
        run = { transaction in
            do throws(StorageError) {
                let value = try body(transaction)
                return Outcome(isKept: true) { answer(.success(value)) }
            } catch {
                return Outcome(isKept: false) { answer(.failure(error)) }
            }
        }
        fail = { answer(.failure($0)) }
    }
}
