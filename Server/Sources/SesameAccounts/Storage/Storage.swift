/// The database, as the domain needs it. Engines are adapters; one conformance suite holds them to this text.
///
/// A transaction is all or nothing. When ``write(_:)`` returns, its change is durable: it survives the end of the
/// process and, with the engine's documented settings, the loss of power.
package protocol Storage: Sendable {
    /// Reads a consistent state. May run beside writes.
    func read<Value: Sendable>(
        _ body: @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value

    /// Changes the database. Transactions run one after another, each on what the last one left.
    ///
    /// When the body throws, nothing of it is kept. The body must not suspend and may not be kept. It may be run more
    /// than once, when what ran beside it in the same commit had to be taken back: it changes nothing but the
    /// transaction, and the last run counts.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value
}
