import Foundation
package import SesameAccounts

/// A restore of a database copy into a data folder that is not in use.
///
/// The folder stays locked for the whole restore. The copy is prepared in a subfolder, and the existing data is
/// untouched until ``install(settingAside:)``. After a crash before that, no server starts on the folder until the
/// restore is repeated or the subfolder is removed.
///
/// The installation begins when the subfolder gets its other name, in one step. From then on whoever opens the folder
/// completes it: see ``DataFolder/finishInstallation(in:)``.
package struct SQLiteRestore: Sendable {
    /// The path of the subfolder that holds the copy. Changes to the copy before its installation are made here.
    package let draft: String
    private let lock: DataFolder.Lock
    private let folder: String
    /// The folder with the database that an earlier, interrupted restore has replaced; nil if there was none to
    /// complete.
    package let completed: String?

    /// Locks the folder, and creates it if it is missing. Throws ``SQLiteOpenError/inUse(folder:)`` while a server
    /// runs.
    package init(folder: String) throws(SQLiteOpenError) {
        try DataFolder.makeFolder(folder)
        lock = try DataFolder.Lock(folder)
        completed = try DataFolder.finishInstallation(in: folder)
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

    /// Returns the endings in the previous database that its deletion journal lacks; none if there is no such database,
    /// or if it cannot be read.
    ///
    /// - Parameter id: The copy's ``SQLiteStorage/databaseID``. Another database's endings are not returned.
    package func unnotedEndings(of id: [UInt8]) -> [SessionEnding] {
        let path = folder + "/" + DataFolder.databaseName
        guard !DataFolder.isEmpty(path), let connection = try? Connection(path: path, access: .read) else { return [] }
        defer { connection.close() }
        guard (try? connection.databaseID()) == id else { return [] }
        return (try? SQLiteReader(connection: connection).sessionEndings(limit: .max)) ?? []
    }

    /// Moves the previous database aside, and installs the copy, which must not be open. If this throws, the folder has
    /// the previous database, or the installation has begun and is completed when the folder is next opened.
    ///
    /// - Parameter aside: The name of the subfolder that receives the previous database, created if there is one.
    /// - Returns: The folder that now contains the previous database; nil if there was none.
    package func install(settingAside aside: String) throws(SQLiteOpenError) -> String? {
        let database = draft + "/" + DataFolder.databaseName
        guard DataFolder.isEmpty(database + "-wal") else {
            throw .inaccessible(path: database, reason: "its write-ahead log has not been merged into it")
        }
        let note = draft + "/" + DataFolder.asideName
        try DataFolder.makePrivateFile(note)
        do {
            try Data(aside.utf8).write(to: URL(fileURLWithPath: note))
        } catch {
            throw .inaccessible(path: note, reason: error.localizedDescription)
        }
        for path in [database, note, draft] { try DataFolder.sync(path) }
        guard rename(draft, folder + "/" + DataFolder.readyName) == 0 else { throw .failed(draft) }
        try DataFolder.sync(folder)
        return try DataFolder.finishInstallation(in: folder)
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
        guard report == "ok" else { throw .database(.damaged(report)) }
    }
}
