import Foundation
import SesameAccounts

/// A copy of a database that may be in use: one consistent state, as it was when the copy began.
///
/// Writers go on meanwhile; what they add waits in the log until the copy is done. The copy holds nothing that was
/// deleted, since it is written anew, row by row.
package struct SQLiteBackup: Sendable {
    private let connection: Connection
    /// The schema's version.
    package let schema: Int
    /// About how many bytes the copy will have.
    package let estimatedBytes: Int

    /// Opens the database of a data folder, and locks nobody out.
    package init(folder: String) throws(SQLiteOpenError) {
        let path = folder + "/" + DataFolder.databaseName
        guard access(path, R_OK) == 0 else { throw .failed(path) }
        do throws(StorageError) {
            connection = try Connection(path: path, access: .write)
        } catch {
            throw .database(error)
        }
        schema = try Schema.version(connection, path: path)
        do throws(StorageError) {
            let pages = try connection.integer("PRAGMA page_count") - connection.integer("PRAGMA freelist_count")
            estimatedBytes = try pages * connection.integer("PRAGMA page_size")
        } catch {
            throw .database(error)
        }
    }

    /// Writes the copy to a file that does not exist yet; returns when it is on the disk. Waits for the disk, and takes
    /// seconds for each gigabyte.
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

    /// Lets go of the database.
    package func close() {
        connection.close()
    }
}
