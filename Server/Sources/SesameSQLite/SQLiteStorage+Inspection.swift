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

    /// The result of the inspection of a database.
    package struct Inspection: Sendable {
        /// See ``SQLiteStorage/databaseID``.
        package let databaseID: [UInt8]
        /// The signing keys, newest first; nil if the database has an earlier schema.
        package let signingKeys: [SealedSigningKey]?
    }

    /// Inspects the database in a folder that is not in use; returns nil if there is none. Does not change the schema,
    /// and completes no restore.
    package static func inspect(_ folder: String) throws(SQLiteOpenError) -> Inspection? {
        let path = folder + "/" + DataFolder.databaseName
        let isInstalling = access(folder + "/" + DataFolder.readyName, F_OK) == 0
        guard isInstalling || !DataFolder.isEmpty(path) else { return nil }
        let lock = try DataFolder.Lock(folder)
        defer { lock.unlock() }
        guard access(folder + "/" + DataFolder.draftName, F_OK) != 0 else { throw .restoring(folder: folder) }
        guard !isInstalling else { throw .installing(folder: folder) }
        let connection: Connection
        do throws(StorageError) {
            connection = try Connection(path: path, access: .read)
        } catch {
            throw .database(error)
        }
        defer { connection.close() }
        let version = try Schema.version(connection, path: path)
        guard version > 0 else { return nil }
        var keys: [SealedSigningKey]?
        if version == Schema.migrations.count {
            do throws(StorageError) {
                keys = try SQLiteReader(connection: connection).signingKeys()
            } catch {
                throw .database(error)
            }
        }
        return Inspection(databaseID: try connection.databaseID(), signingKeys: keys)
    }
}
