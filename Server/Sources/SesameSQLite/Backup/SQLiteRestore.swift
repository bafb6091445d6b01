import Foundation
import SesameAccounts

/// A restore of a database copy into a data folder that is not in use.
///
/// The folder stays locked for the whole restore. The copy is prepared in a subfolder, and the existing data is
/// untouched until ``install(settingAside:)``. After a crash, no server starts on the folder until the restore is
/// repeated or the subfolder is removed.
package struct SQLiteRestore: Sendable {
    /// The path of the subfolder that holds the copy. Changes to the copy before its installation are made here.
    package let draft: String
    private let lock: DataFolder.Lock
    private let folder: String

    /// Locks the folder, and creates it if it is missing. Throws ``SQLiteOpenError/inUse(folder:)`` while a server
    /// runs.
    package init(folder: String) throws(SQLiteOpenError) {
        try DataFolder.makeFolder(folder)
        lock = try DataFolder.Lock(folder)
        self.folder = folder
        draft = folder + "/" + DataFolder.draftName
    }

    /// Copies a database file into ``draft``. Throws if the copy is damaged, or is not a database that this program can
    /// read.
    package func copy(_ file: String) throws(SQLiteOpenError) {
        removeDraft()
        try DataFolder.makeFolder(draft)
        let database = draft + "/" + DataFolder.databaseName
        do {
            try FileManager.default.copyItem(atPath: file, toPath: database)
        } catch {
            throw .inaccessible(path: database, reason: error.localizedDescription)
        }
        try DataFolder.makePrivateFile(database)
        try Self.examine(database)
    }

    /// Moves the previous database aside, and installs the copy, which must not be open. If this throws, the previous
    /// database may already be in the subfolder `aside`.
    ///
    /// - Parameter aside: The name of the subfolder that receives the previous database, created if there is one.
    /// - Returns: True if there was a previous database.
    package func install(settingAside aside: String) throws(SQLiteOpenError) -> Bool {
        let database = draft + "/" + DataFolder.databaseName
        guard Self.isEmpty(database + "-wal") else {
            throw .inaccessible(path: database, reason: "its write-ahead log has not been merged into it")
        }
        try DataFolder.sync(database)
        let hadDatabase = try setAside(in: folder + "/" + aside)
        guard rename(database, folder + "/" + DataFolder.databaseName) == 0 else { throw .failed(database) }
        try DataFolder.sync(folder)
        removeDraft()
        try DataFolder.sync(folder)
        return hadDatabase
    }

    /// Deletes the copy and unlocks the folder, whose previous database is unchanged.
    package func discard() {
        removeDraft()
        unlock()
    }

    /// Unlocks the folder, so that a server can use it.
    package func unlock() {
        lock.unlock()
    }

    private static func isEmpty(_ file: String) -> Bool {
        var status = stat()
        return stat(file, &status) != 0 || status.st_size == 0
    }

    private func removeDraft() {
        try? FileManager.default.removeItem(atPath: draft)
    }

    /// Checks that the file is an intact database of this program; throws if it is not.
    private static func examine(_ file: String) throws(SQLiteOpenError) {
        let connection: Connection
        let report: String
        do throws(StorageError) {
            connection = try Connection(path: file, access: .read)
        } catch {
            throw .database(error)
        }
        defer { connection.close() }
        guard try Schema.version(connection, path: file) > 0 else { throw .foreign(path: file) }
        do throws(StorageError) {
            report = try connection.text("PRAGMA integrity_check(1)")
            guard try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0 else {
                throw .corrupt("some rows refer to missing rows")
            }
        } catch {
            throw .database(error)
        }
        guard report == "ok" else { throw .database(.corrupt(report)) }
    }

    /// Moves the previous database, its log and its index into a new folder, because SQLite would otherwise apply that
    /// log to the new database. Returns true if there was a database file, not only a log or an index.
    private func setAside(in aside: String) throws(SQLiteOpenError) -> Bool {
        let names = ["", "-wal", "-shm"].map { DataFolder.databaseName + $0 }
        let existing = names.filter { access(folder + "/" + $0, F_OK) == 0 }
        guard !existing.isEmpty else { return false }
        try DataFolder.makeFolder(aside)
        for name in existing {
            guard rename(folder + "/" + name, aside + "/" + name) == 0 else { throw .failed(folder + "/" + name) }
        }
        try DataFolder.sync(aside)
        try DataFolder.sync(folder)
        return existing.first == DataFolder.databaseName
    }
}
