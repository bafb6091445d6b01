import Foundation

/// The folder that contains the database, locked by one process at a time.
///
/// The lock is the kernel's, on an open file. It ends with the process in any case, and leaves nothing to clean up.
final class DataFolder: Sendable {
    static let databaseName = "sesame.db"
    static let lockName = "sesame.lock"
    /// The folder of a restored database that has not been installed yet.
    static let draftName = "restoring"

    let databasePath: String
    /// The folder with the database that an interrupted restore has replaced; nil if there was none to complete.
    let completedRestore: String?
    private let lock: Lock

    /// Creates the folder if it is missing, readable by its owner only, and locks it. Throws
    /// ``SQLiteOpenError/restoring(folder:)`` if a restore into the folder was interrupted. A restored copy whose
    /// installation has begun is installed first.
    ///
    /// An existing folder keeps its mode, because it may be shared. The files in it are readable by their owner only.
    ///
    /// - Parameter createsDatabase: If false, throws ``SQLiteOpenError/missing(path:)`` if there is no database, or an
    ///   empty file.
    init(_ path: String, creatingDatabase createsDatabase: Bool = true) throws(SQLiteOpenError) {
        try Self.makeFolder(path)
        databasePath = path + "/" + Self.databaseName
        lock = try Lock(path)
        completedRestore = try Self.finishInstallation(in: path)
        guard access(path + "/" + Self.draftName, F_OK) != 0 else { throw .restoring(folder: path) }
        guard createsDatabase || !Self.isEmpty(databasePath) else { throw .missing(path: databasePath) }
        let isNew = access(databasePath, F_OK) != 0
        try Self.makePrivateFile(databasePath)
        // If the database exists, SQLite has already synced the folder's directory entries in an earlier run.
        if isNew { try Self.sync(path) }
    }

    /// Unlocks the folder, so that another process can use it.
    func unlock() {
        lock.unlock()
    }

    /// The lock on a folder, released with this object at the latest.
    final class Lock: Sendable {
        let file: Int32

        init(_ folder: String) throws(SQLiteOpenError) {
            let path = folder + "/" + lockName
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw .failed(path) }
            guard fchmod(descriptor, 0o600) == 0 else {
                defer { Foundation.close(descriptor) }
                throw .failed(path)
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                defer { Foundation.close(descriptor) }
                throw errno == EWOULDBLOCK ? .inUse(folder: folder) : .failed(path)
            }
            // The object is fully initialized from here on. A throw would run the deinitializer and close the
            // descriptor twice.
            file = descriptor
        }

        deinit {
            unlock()
            Foundation.close(file)
        }

        /// Releases the lock, also for copies of the descriptor, which a child process may have while it starts.
        func unlock() {
            flock(file, LOCK_UN)
        }
    }

    /// Returns true if the file is missing or has no content.
    static func isEmpty(_ file: String) -> Bool {
        var status = stat()
        return stat(file, &status) != 0 || status.st_size == 0
    }

    static func makeFolder(_ path: String) throws(SQLiteOpenError) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            let parent = (path as NSString).deletingLastPathComponent
            guard !parent.isEmpty, parent != path else { throw .failed(path) }
            try makeFolder(parent)
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .failed(path) }
        default: throw .failed(path)
        }
    }

    /// Creates the file if it is missing, and makes it accessible to its owner only. SQLite gives its log and its index
    /// the mode of the database, so only the database needs this.
    static func makePrivateFile(_ path: String) throws(SQLiteOpenError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed(path) }
        defer { Foundation.close(file) }
        guard fchmod(file, 0o600) == 0 else { throw .failed(path) }
    }

    /// Writes a file, or the entries of a folder, from the system's cache to disk, so that they survive a power
    /// failure.
    static func sync(_ path: String) throws(SQLiteOpenError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .failed(path) }
        defer { Foundation.close(file) }
        guard fsync(file) == 0 else { throw .failed(path) }
    }
}

extension SQLiteOpenError {
    static func failed(_ path: String) -> SQLiteOpenError {
        let reason = String(cString: strerror(errno))
        let fix = errno == EACCES ? "; make the server's user its owner, or run this as its owner" : ""
        return .inaccessible(path: path, reason: reason + fix)
    }
}
