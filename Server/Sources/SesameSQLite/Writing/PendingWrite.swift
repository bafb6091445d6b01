import SesameAccounts

/// A write that waits for its transaction and its commit.
struct PendingWrite: Sendable {
    /// The result of a body. It is reported only after the commit, because even a rejection may depend on what another
    /// body of the same commit wrote.
    struct Outcome {
        /// True if its changes are to be committed.
        let isKept: Bool
        /// Reports the result to the waiting caller.
        let tell: () -> Void
    }

    /// Runs the body.
    let run: @Sendable (SQLiteTransaction) -> Outcome
    /// Reports to the waiting caller that nothing was stored.
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
