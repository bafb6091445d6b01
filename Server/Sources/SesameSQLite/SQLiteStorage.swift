package import SesameAccounts

/// Storage in one SQLite database.
///
/// Writes wait in a queue from which one thread takes all that are there into one transaction, so that many of them
/// share one wait for the disk; none is answered before that is over. Reads go beside them, on the caller's own thread,
/// each on a consistent state.
///
/// The folder belongs to one process. It holds `sesame.db` with its log and index, and the lock.
package final class SQLiteStorage: Storage {
    /// The version of the schema that this program works with.
    package static let schema = Schema.migrations.count

    /// The version of the schema that was found; 0 where there was no database yet.
    package let foundSchema: Int
    private let writer: Writer
    private let readers: ReaderPool

    /// Opens the database in a folder, makes both if need be, and brings its schema up to date.
    package init(folder: String, options: SQLiteOptions = SQLiteOptions()) throws(SQLiteOpenError) {
        let folder = try DataFolder(folder)
        let path = folder.databasePath
        let connection: Connection
        do throws(StorageError) {
            connection = try Connection(path: path, access: .write, observer: options.statementObserver)
        } catch {
            throw .database(error)
        }
        let version = try Schema.version(connection, path: path)
        try Settings.pin(connection)
        try Schema.migrate(connection, from: version)
        foundSchema = version
        let checkpointer: Checkpointer
        do throws(StorageError) {
            checkpointer = try Checkpointer(path: path, longestLog: options.longestLog)
        } catch {
            throw .database(error)
        }
        readers = ReaderPool(path: path, size: options.readers, observer: options.statementObserver)
        writer = Writer(connection: connection, checkpointer: checkpointer, folder: folder, options: options)
    }

    deinit {
        close()
    }

    /// Does what waits to be written, takes the log into the database, and lets go of the folder. Later calls of any
    /// kind are answered with ``StorageError/unavailable(_:)``. Waits until that is done.
    package func close() {
        readers.close()
        writer.close()
    }

    /// Reads a consistent state, on the calling thread and without suspending.
    package func read<Value: Sendable>(
        _ body: @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try readers.read(body)
    }

    /// Changes the database; returns when the change is durable.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await withCheckedContinuation { continuation in
            writer.enqueue(PendingWrite(body) { continuation.resume(returning: $0) })
        }.get()
    }

    /// The number of waiting writes.
    package var waitingWrites: Int { writer.waiting }
}
