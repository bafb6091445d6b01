package import SesameAccounts

/// The reason why a database could not be opened.
package enum SQLiteOpenError: Error, Sendable, Equatable {
    /// Another process, or this one, has the folder open.
    case inUse(folder: String)
    /// A restore into the folder was interrupted.
    case restoring(folder: String)
    /// A restored copy is only partly installed; whoever opens the folder next completes this.
    case installing(folder: String)
    /// There is no database, although one is expected.
    case missing(path: String)
    /// The database is another one than expected.
    case otherDatabase(path: String)
    /// The folder or one of its files cannot be created, opened or protected.
    case inaccessible(path: String, reason: String)
    /// The database was created by a newer version of this program.
    case newer(path: String, version: Int, known: Int)
    /// The file is a database of a different program.
    case foreign(path: String)
    /// The database rejects a setting that durability or safety depends on.
    case setting(name: String, value: String)
    /// SQLite reported an error.
    case database(StorageError)
}

extension SQLiteOpenError: CustomStringConvertible {
    /// The error message for an operator.
    package var description: String {
        switch self {
        case .inUse(let folder):
            "the data folder \(folder) is in use by another process"
        case .restoring(let folder):
            """
            a restore into the data folder \(folder) was interrupted before it changed anything; repeat it, or remove \
            \(folder)/\(DataFolder.draftName) to continue with the existing database
            """
        case .installing(let folder):
            "a restore into the data folder \(folder) was interrupted at its end; the next start completes it"
        case .missing(let path):
            "there is no database at \(path)"
        case .otherDatabase(let path):
            "\(path) is another database than expected"
        case .inaccessible(let path, let reason):
            "\(path) cannot be used: \(reason)"
        case .newer(let path, let version, let known):
            """
            \(path) was written by a newer version of this program (schema \(version), this version supports \
            \(known)); run that version, or restore a backup
            """
        case .foreign(let path):
            "\(path) is another program's database"
        case .setting(let name, let value):
            "SQLite does not apply the setting \(name): its value is \(value)"
        case .database(.unavailable(let reason)), .database(.damaged(let reason)), .database(.corrupt(let reason)):
            "the database cannot be opened: \(reason)"
        case .database(.conflict):
            "the database cannot be opened: conflicting rows"
        case .database(.refused(let refusal)):
            "the database cannot be opened: \(refusal.reason)"
        }
    }
}
