import SesameAccounts

/// Read operations on a connection, shared by reads and writes.
///
/// The operations are in `Tables`, one file for each kind of row.
protocol SQLiteReading: StorageReader {
    var connection: Connection { get }
}

/// The reader that ``ReaderPool`` passes to the body of a read.
struct SQLiteReader: SQLiteReading {
    let connection: Connection
}
