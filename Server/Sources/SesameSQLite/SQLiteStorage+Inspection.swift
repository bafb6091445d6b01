import CSQLite
import Foundation
package import SesameAccounts

extension Connection {
    /// Returns ``SQLiteStorage/databaseID`` of a database with this program's schema.
    func databaseID() throws(SQLiteOpenError) -> [UInt8] {
        do throws(StorageError) {
            var row = try prepare("SELECT value FROM database_id")
            guard try row.next() else { throw .corrupt("the database has no id") }
            return row.bytes("value")
        } catch {
            throw .database(error)
        }
    }
}

extension SQLiteStorage {
    /// The version of the SQLite library.
    package static var engineVersion: String { String(cString: sqlite3_libversion()) }

    /// Returns the path of the folder's lock file or database if the current system user cannot read and write that
    /// file; nil if both are accessible or missing.
    package static func unusableFile(in folder: String) -> String? {
        [DataFolder.lockName, DataFolder.databaseName].map { folder + "/" + $0 }.first { file in
            access(file, F_OK) == 0 && access(file, R_OK | W_OK) != 0
        }
    }

    /// Returns true if a process holds the folder's lock. The check creates no file.
    package static func isInUse(_ folder: String) -> Bool {
        guard FileManager.default.fileExists(atPath: folder + "/" + DataFolder.lockName) else { return false }
        do throws(SQLiteOpenError) {
            try DataFolder.Lock(folder).unlock()
            return false
        } catch {
            return error == .inUse(folder: folder)
        }
    }

    /// Returns the signing keys in a folder that is not in use, newest first; nil if there is no database, or one of an
    /// earlier schema. The schema is not changed.
    package static func signingKeys(in folder: String) throws(SQLiteOpenError) -> [SealedSigningKey]? {
        guard FileManager.default.fileExists(atPath: folder + "/" + DataFolder.databaseName) else { return nil }
        let held = try DataFolder(folder)
        defer { held.unlock() }
        let connection: Connection
        do throws(StorageError) {
            connection = try Connection(path: held.databasePath, access: .read)
        } catch {
            throw .database(error)
        }
        defer { connection.close() }
        guard try Schema.version(connection, path: held.databasePath) == Schema.migrations.count else { return nil }
        do throws(StorageError) {
            return try SQLiteReader(connection: connection).signingKeys()
        } catch {
            throw .database(error)
        }
    }
}
