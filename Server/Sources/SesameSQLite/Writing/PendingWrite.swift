import SesameAccounts

/// A write that waits for its transaction, and for the commit of it.
struct PendingWrite: Sendable {
    /// The result of a body. It is told only behind the commit, since even a rejection may rest on what another body of
    /// the same commit has written.
    struct Outcome {
        /// True if its changes are to be kept.
        let isKept: Bool
        /// Tells whoever waits.
        let tell: () -> Void
    }

    /// Runs the body.
    let run: @Sendable (SQLiteTransaction) -> Outcome
    /// Tells whoever waits that nothing was kept.
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
