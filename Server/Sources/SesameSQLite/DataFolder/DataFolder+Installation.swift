import Foundation

/// The last steps of a restore, which a crash may leave to the next process that opens the folder.
extension DataFolder {
    /// The subfolder of a copy whose installation has begun.
    static let readyName = "installing"
    /// The file in that subfolder with the name of the folder for the previous database.
    static let asideName = "aside"

    /// Completes the installation of a copy, if one has begun in the locked folder. Each step can be repeated.
    ///
    /// - Returns: The folder with the previous database; nil if no installation has begun, or there was no database.
    static func finishInstallation(in folder: String) throws(SQLiteOpenError) -> String? {
        let ready = folder + "/" + readyName
        guard access(ready, F_OK) == 0 else { return nil }
        let (copy, note) = (ready + "/" + databaseName, ready + "/" + asideName)
        var previous: String?
        // Without the copy only the subfolder is left to remove: what the folder has now is the copy itself.
        if access(copy, F_OK) == 0 {
            guard let name = FileManager.default.contents(atPath: note) else { throw .failed(note) }
            let aside = folder + "/" + String(decoding: name, as: UTF8.self)
            if try setAside(folder, in: aside) { previous = aside }
            guard rename(copy, folder + "/" + databaseName) == 0 else { throw .failed(copy) }
            try sync(folder)
        }
        do {
            try FileManager.default.removeItem(atPath: ready)
        } catch {
            throw .inaccessible(path: ready, reason: error.localizedDescription)
        }
        try sync(folder)
        return previous
    }

    /// Moves the previous database, its log and its index into another folder, because SQLite would otherwise apply
    /// that log to the new database. Returns true if that folder has a database file now, not only a log or an index.
    private static func setAside(_ folder: String, in aside: String) throws(SQLiteOpenError) -> Bool {
        let names = ["", "-wal", "-shm"].map { databaseName + $0 }
        let existing = names.filter { access(folder + "/" + $0, F_OK) == 0 }
        let database = aside + "/" + databaseName
        guard !existing.isEmpty else { return access(database, F_OK) == 0 }
        try makeFolder(aside)
        for name in existing {
            // Only another program can have made a second one, in the middle of an installation.
            guard access(aside + "/" + name, F_OK) != 0 else {
                throw .inaccessible(
                    path: folder + "/" + name, reason: "\(aside) has such a file already; move one away")
            }
            guard rename(folder + "/" + name, aside + "/" + name) == 0 else { throw .failed(folder + "/" + name) }
        }
        try sync(aside)
        try sync(folder)
        return access(database, F_OK) == 0
    }
}
