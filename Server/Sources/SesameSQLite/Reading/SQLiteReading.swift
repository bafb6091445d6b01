import SesameAccounts

/// Read operations on a connection, shared by reads and writes.
///
/// The operations are in `Rows`, one file for each kind of row.
protocol SQLiteReading: StorageReader {
    var connection: Connection { get }
}

/// A read in progress.
struct SQLiteReader: SQLiteReading {
    let connection: Connection
}
