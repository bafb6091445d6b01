import SesameAccounts

/// Reads by way of a connection: what a read and a write have in common.
///
/// The operations stand in `Rows`, a file each for the rows that they work on.
protocol SQLiteReading: StorageReader {
    var connection: Connection { get }
}

/// A read in progress.
struct SQLiteReader: SQLiteReading {
    let connection: Connection
}
