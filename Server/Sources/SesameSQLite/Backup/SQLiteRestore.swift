import Foundation
import SesameAccounts

/// Puts the copy of a database into a data folder that nobody uses.
///
/// The folder is locked from the beginning to the end. The copy stands in a folder of its own in there until it is ready,
/// and nothing of what was there is touched before ``install(settingAside:)``. After a crash in between no server starts
/// on the folder until the restore was repeated.
package struct SQLiteRestore: Sendable {
    /// The copy's own data folder. What is to be changed before the copy counts is changed here.
    package let draft: String
    private let lock: DataFolder.Lock
    private let folder: String

    /// Makes the folder if need be, and locks it; ``SQLiteOpenError/inUse(folder:)`` while a server runs.
    package init(folder: String) throws(SQLiteOpenError) {
        try DataFolder.makeFolder(folder)
        lock = try DataFolder.Lock(folder)
        self.folder = folder
        draft = folder + "/" + DataFolder.draftName
    }

    /// Copies the file into the draft, and examines it there.
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

    /// Puts the copy, which nobody has open, in the place of the database.
    ///
    /// - Parameter aside: The name of a folder, made in the data folder, for the database that was there.
    /// - Returns: True if there was one.
    package func install(settingAside aside: String) throws(SQLiteOpenError) -> Bool {
        let database = draft + "/" + DataFolder.databaseName
        guard Self.isEmpty(database + "-wal") else {
            throw .inaccessible(path: database, reason: "its log has not been taken into it")
        }
        try DataFolder.sync(database)
        let hadDatabase = try setAside(in: folder + "/" + aside)
        guard rename(database, folder + "/" + DataFolder.databaseName) == 0 else { throw .failed(database) }
        try DataFolder.sync(folder)
        removeDraft()
        try DataFolder.sync(folder)
        return hadDatabase
    }

    /// Takes the copy away and lets a server have the folder, on which it finds what was there before.
    package func discard() {
        removeDraft()
        unlock()
    }

    /// Lets a server have the folder.
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

    /// Returns true if the file is a whole database of ours.
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
                throw .corrupt("rows without the rows that they belong to")
            }
        } catch {
            throw .database(error)
        }
        guard report == "ok" else { throw .database(.corrupt(report)) }
    }

    /// Moves the database away with its log and index, which would else be taken for the new one's.
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
