package import SesameAccounts

/// Storage in one SQLite database, with a single writer and concurrent readers.
///
/// Writes wait in a queue. One thread runs all waiting writes in one transaction, with one disk sync, and returns their
/// results after the commit. Reads run concurrently, on the caller's own thread, each on a consistent state; those that
/// may examine many rows run on a few threads of their own.
///
/// The folder belongs to one process. It contains `sesame.db` with its log and index, and the lock file.
package final class SQLiteStorage: Storage {
    /// The schema version of this program.
    package static let schemaVersion = Schema.migrations.count

    /// The schema version that the database had before it was migrated; 0 if there was no database.
    package let openedSchemaVersion: Int
    /// The random id that the database got when it was created. Its backups have the same.
    package let databaseID: [UInt8]
    /// The folder with the database that an interrupted restore has replaced when this one was opened; nil if there was
    /// no such restore.
    package let completedRestore: String?
    private let writer: Writer
    private let readers: ReaderPool
    private let scans: ScanThreads
    private let damage: DamageRecord

    /// Opens the database in a folder, creates both if they are missing, and migrates the schema. Throws
    /// ``SQLiteOpenError/inUse(folder:)`` if another process uses the folder.
    ///
    /// If the options name the database that is expected, none is created, and no rows of another one are changed.
    package init(folder: String, options: SQLiteOptions = SQLiteOptions()) throws(SQLiteOpenError) {
        let folder = try DataFolder(folder, creatingDatabase: options.createsDatabase && options.expectedID == nil)
        let path = folder.databasePath
        completedRestore = folder.completedRestore
        let connection: Connection
        do throws(StorageError) {
            connection = try Connection(path: path, access: .write, observer: options.statementObserver)
        } catch {
            throw .database(error)
        }
        let version = try Schema.version(connection, path: path)
        if !options.createsDatabase || options.expectedID != nil, version == 0 { throw .missing(path: path) }
        if let expected = options.expectedID {
            guard try connection.databaseID() == expected else { throw .otherDatabase(path: path) }
        }
        try ConnectionSettings.pin(connection)
        try connection.keepLog()
        try Schema.migrate(connection, from: version)
        openedSchemaVersion = version
        databaseID = try connection.databaseID()
        let checkpointer: Checkpointer
        do throws(StorageError) {
            checkpointer = try Checkpointer(path: path, checkpointPages: options.checkpointPages)
        } catch {
            throw .database(error)
        }
        damage = DamageRecord(observer: options.damageObserver)
        readers = ReaderPool(
            path: path, size: options.readers, damage: damage, observer: options.statementObserver)
        scans = ScanThreads(
            count: options.scanThreads,
            readers: ReaderPool(
                path: path, size: options.scanThreads, damage: damage, observer: options.statementObserver),
            maxQueueLength: options.maxQueueLength)
        writer = Writer(
            connection: connection, checkpointer: checkpointer, folder: folder, damage: damage, options: options)
    }

    deinit {
        close()
    }

    /// Completes the waiting writes, checkpoints the log, and closes and unlocks the folder. Later calls throw
    /// ``StorageError/unavailable(_:)``. Blocks until done.
    package func close() {
        scans.close()
        readers.close()
        writer.close()
    }

    /// Reads a consistent state, on the calling thread and without suspending.
    package func read<Value: Sendable>(
        _ body: @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try readers.read(body)
    }

    /// Reads a consistent state, on one of a few threads for long reads.
    package func scan<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await scans.read(body)
    }

    /// Changes the database and returns when the change is durable.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        do throws(StorageError) {
            return try await withCheckedContinuation { continuation in
                writer.enqueue(PendingWrite(body) { continuation.resume(returning: $0) })
            }.get()
        } catch {
            damage.note(error)
            throw error
        }
    }

    /// True once a read or write has met damage to the database.
    package var isDamaged: Bool { damage.isDamaged }

    /// The number of long reads that wait for a thread.
    var waitingScans: Int { scans.waiting }

    /// The number of writes in the queue, without the writes of the running transaction.
    package var waitingWrites: Int { writer.waiting }
}
