/// The database interface of the services. Each storage engine implements it, and must pass the conformance suite.
///
/// A transaction is all or nothing. When ``write(_:)`` returns, its change is durable: it survives the end of the
/// process and, with the engine's documented settings, the loss of power.
package protocol Storage: Sendable {
    /// Reads a consistent state, possibly while writes run. The body must find its rows by an index, because it may run
    /// on a thread that serves other requests, too.
    func read<Value: Sendable>(
        _ body: @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value

    /// Reads a consistent state, like ``read(_:)``, with a body that may examine thousands of rows. Only a few such
    /// bodies run at the same time, on threads of their own. Throws ``StorageError/unavailable(_:)`` if too many wait.
    func scan<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value

    /// True once a read or write has thrown ``StorageError/damaged(_:)``.
    var isDamaged: Bool { get }

    /// Changes the database. Transactions run one after another, each on the result of the previous one.
    ///
    /// If the body throws, none of its changes are stored. The body must not suspend, and must not use the transaction
    /// after it returns. It runs again if another transaction in the same commit had to be rolled back; only the last
    /// run counts. It must therefore change nothing but the transaction.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value
}
