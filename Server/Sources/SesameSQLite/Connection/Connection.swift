import CSQLite
import SesameAccounts

/// A connection to the database, with its prepared statements.
///
/// SQLite's own locks are disabled. A connection has one owner at a time: the writer's thread, or the caller that took
/// it from the pool of readers. This justifies `@unchecked`.
final class Connection: @unchecked Sendable {
    enum Access {
        /// Reading and writing.
        case write
        /// Reading only: SQLite itself refuses anything else.
        case read
    }

    let database: OpaquePointer
    private let observer: (@Sendable (String) -> Void)?
    /// The time for which a statement waits for locks of other connections, in milliseconds.
    private static let busyTimeout: Int32 = 1_000
    private var isOpen = true
    private var statements: [UnsafePointer<UInt8>: CompiledStatement] = [:]
    /// The number of pages in the log after the last commit of this connection.
    private(set) var pagesInLog = 0

    /// Opens an existing database file.
    ///
    /// - Parameter observer: A function that receives the text of each prepared statement before it runs.
    init(
        path: String, access: Access, observer: (@Sendable (String) -> Void)? = nil
    ) throws(StorageError) {
        self.observer = observer
        var database: OpaquePointer?
        let flags = SQLITE_OPEN_NOMUTEX | (access == .write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
        let code = sqlite3_open_v2(path, &database, flags, nil)
        guard code == SQLITE_OK, let database else {
            // SQLite returns a handle for the error text even if it could not open the database.
            let error = StorageError.sqlite(code, database)
            sqlite3_close_v2(database)
            throw error
        }
        self.database = database
        sqlite3_extended_result_codes(database, 1)
        sqlite3_busy_timeout(database, Self.busyTimeout)
        for setting in ConnectionSettings.ofEveryConnection
            + (access == .write ? ConnectionSettings.ofTheWriter : ConnectionSettings.ofReaders)
        {
            try execute(setting)
        }
        if access == .write { countPagesInLog() }
    }

    deinit {
        close()
    }

    /// Keeps the files of the log and its index when this connection is closed as the last one. A full disk has no room
    /// for the index, without which the next start could not even read.
    func keepLog() throws(SQLiteOpenError) {
        let code = csqlite_keep_log(database)
        guard code == SQLITE_OK else { throw .database(.sqlite(code, database)) }
    }

    /// Runs the body without waiting for locks of other connections.
    func withoutWaiting<Result>(_ body: () -> Result) -> Result {
        sqlite3_busy_timeout(database, 0)
        defer { sqlite3_busy_timeout(database, Self.busyTimeout) }
        return body()
    }

    /// Closes the file now, without waiting for the deinitializer. The connection cannot be used afterwards.
    func close() {
        guard isOpen else { return }
        isOpen = false
        for statement in statements.values { sqlite3_finalize(statement.pointer) }
        sqlite3_close_v2(database)
    }

    /// True if a transaction is open. SQLite ends one by itself after some failures, such as a full disk.
    var isInTransaction: Bool { sqlite3_get_autocommit(database) == 0 }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed.
    var changes: Int { Int(sqlite3_changes(database)) }

    /// The number of rows changed by all statements since the connection was opened.
    var totalChanges: Int { Int(sqlite3_total_changes(database)) }

    /// Returns the number of pages that this connection has written since the last call.
    func takePagesWritten() -> Int {
        var (pages, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(database, SQLITE_DBSTATUS_CACHE_WRITE, &pages, &highest, 1)
        return Int(pages)
    }

    /// Makes SQLite report the length of the log after each commit, instead of checkpointing by itself.
    private func countPagesInLog() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            database,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().pagesInLog = Int(pages)
                return SQLITE_OK
            }, context)
    }

    /// Runs an SQL script that has no parameters, without caching its statements. Result rows are ignored.
    func execute(_ script: StaticString) throws(StorageError) {
        let code = sqlite3_exec(database, script.cString, nil, nil, nil)
        guard code == SQLITE_OK else { throw .sqlite(code, database) }
    }

    /// Returns a prepared statement, compiled at its first use.
    ///
    /// Because the text is a `StaticString`, the compiler refuses any text that is built at run time.
    func prepare(_ text: StaticString) throws(StorageError) -> Statement {
        observer?(text.description)
        if let statement = statements[text.utf8Start] { return Statement(statement, of: database) }
        var compiled: OpaquePointer?
        let code = sqlite3_prepare_v3(
            database, text.cString, Int32(text.utf8CodeUnitCount) + 1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil
        )
        guard code == SQLITE_OK, let compiled else { throw .sqlite(code, database) }
        let statement: CompiledStatement
        do throws(StorageError) {
            statement = try CompiledStatement(compiled)
        } catch {
            sqlite3_finalize(compiled)
            throw error
        }
        statements[text.utf8Start] = statement
        return Statement(statement, of: database)
    }

    /// Runs a prepared statement that has no parameters. Result rows are ignored.
    func run(_ text: StaticString) throws(StorageError) {
        var statement = try prepare(text)
        try statement.run()
    }

    /// Rolls back an open transaction. An error is ignored, because SQLite has then already rolled back the
    /// transaction.
    func rollBack() {
        if isInTransaction { sqlite3_exec(database, "ROLLBACK", nil, nil, nil) }
    }

    /// Returns the first column of the first row as an integer; 0 without a row. The statement has no parameters.
    func integer(_ text: StaticString) throws(StorageError) -> Int {
        var statement = try prepare(text)
        return try statement.next() ? statement.wholeNumber : 0
    }

    /// Returns the first column of the first row as text; empty without a row. The statement has no parameters.
    func text(_ text: StaticString) throws(StorageError) -> String {
        var statement = try prepare(text)
        return try statement.next() ? statement.text : ""
    }
}

extension StaticString {
    fileprivate var cString: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
