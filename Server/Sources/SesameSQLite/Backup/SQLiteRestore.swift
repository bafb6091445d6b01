import Foundation
import SesameAccounts

/// Puts the copy of a database into a data folder that nobody uses.
///
/// The folder is locked from the beginning to the end. Until the copy was found to be sound nothing of what was there is
/// touched; after a crash in between no server starts on the folder until the restore was repeated.
public struct SQLiteRestore: Sendable {
    private let lock: DataFolder.Lock
    private let folder: String

    /// Makes the folder if need be, and locks it; ``SQLiteOpenError/inUse(folder:)`` while a server runs.
    public init(folder: String) throws(SQLiteOpenError) {
        try DataFolder.makeFolder(folder)
        lock = try DataFolder.Lock(folder)
        self.folder = folder
    }

    /// Copies the file into the folder, examines it there, and puts it in the place of the database.
    ///
    /// - Parameter aside: The name of a folder, made in the data folder, for the database that was there.
    /// - Returns: Whether there was one.
    public func install(_ file: String, settingAside aside: String) throws(SQLiteOpenError) -> Bool {
        let draft = folder + "/" + DataFolder.draftName
        unlink(draft)
        do {
            try FileManager.default.copyItem(atPath: file, toPath: draft)
        } catch {
            unlink(draft)
            throw .inaccessible(path: draft, reason: error.localizedDescription)
        }
        do throws(SQLiteOpenError) {
            try DataFolder.makePrivateFile(draft)
            try Self.examine(draft)
            try DataFolder.sync(draft)
        } catch {
            unlink(draft)
            throw error
        }
        let hadDatabase = try setAside(in: folder + "/" + aside)
        guard rename(draft, folder + "/" + DataFolder.databaseName) == 0 else { throw .failed(draft) }
        try DataFolder.sync(folder)
        return hadDatabase
    }

    /// Lets a server have the folder.
    public func unlock() {
        lock.unlock()
    }

    /// Whether the file is a whole database of ours.
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
