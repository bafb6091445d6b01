import Foundation
import SesameAccounts

/// A copy of a database that may be in use. The copy is a consistent state, taken when the copy began.
///
/// Writers continue meanwhile. Their changes stay in the log until the copy is done. The copy contains no deleted data,
/// because it is written anew, row by row.
package struct SQLiteBackup: Sendable {
    private let connection: Connection
    /// The schema version of the copied database.
    package let schema: Int
    /// The approximate size of the copy, in bytes.
    package let estimatedBytes: Int

    /// Opens the database of a data folder without locking the folder.
    package init(folder: String) throws(SQLiteOpenError) {
        let path = folder + "/" + DataFolder.databaseName
        guard access(path, R_OK) == 0 else { throw .failed(path) }
        do throws(StorageError) {
            connection = try Connection(path: path, access: .write)
        } catch {
            throw .database(error)
        }
        try connection.keepLog()
        schema = try Schema.version(connection, path: path)
        do throws(StorageError) {
            let pages = try connection.integer("PRAGMA page_count") - connection.integer("PRAGMA freelist_count")
            estimatedBytes = try pages * connection.integer("PRAGMA page_size")
        } catch {
            throw .database(error)
        }
    }

    /// Writes the copy to a file that must not exist, and returns once it is on disk. Blocks the thread, for seconds
    /// per gigabyte.
    package func write(to file: String) throws(SQLiteOpenError) {
        try DataFolder.makePrivateFile(file)
        do throws(StorageError) {
            var copy = try connection.prepare("VACUUM INTO :file")
            copy.bind("file", file)
            try copy.run()
        } catch {
            unlink(file)
            throw .database(error)
        }
        try DataFolder.sync(file)
    }

    package func close() {
        connection.close()
    }
}
