import Foundation

/// The folder that holds the database, held by one process at a time.
///
/// The lock is the kernel's, on an open file: it ends with the process, however that ends, and leaves nothing to
/// clean up.
final class DataFolder: Sendable {
    static let databaseName = "sesame.db"
    static let lockName = "sesame.lock"
    /// The folder of a database that a restore has not put in its place yet.
    static let draftName = "restoring"

    let databasePath: String
    private let lock: Lock

    /// Makes the folder if need be, readable by its owner alone, and locks it.
    ///
    /// A folder that exists keeps its mode, since it may be shared with others; the files in it are the owner's alone
    /// in any case.
    init(_ path: String) throws(SQLiteOpenError) {
        try Self.makeFolder(path)
        databasePath = path + "/" + Self.databaseName
        lock = try Lock(path)
        guard access(path + "/" + Self.draftName, F_OK) != 0 else { throw .restoring(folder: path) }
        let isNew = access(databasePath, F_OK) != 0
        try Self.makePrivateFile(databasePath)
        // Whatever an earlier run has written there, SQLite has put the names of the folder on the disk before.
        if isNew { try Self.sync(path) }
    }

    /// Lets another process have the folder.
    func unlock() {
        lock.unlock()
    }

    /// The hold on a folder; it ends with this object at the latest.
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
            // From here on the object is whole: a throw would end it, and close a second time.
            file = descriptor
        }

        deinit {
            unlock()
            Foundation.close(file)
        }

        /// Ends the hold, for a copy of the descriptor, too: a child process that is just being started has one.
        func unlock() {
            flock(file, LOCK_UN)
        }
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

    /// SQLite gives its log and its index the mode of the database, so only that one is made here.
    static func makePrivateFile(_ path: String) throws(SQLiteOpenError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed(path) }
        defer { Foundation.close(file) }
        guard fchmod(file, 0o600) == 0 else { throw .failed(path) }
    }

    /// Makes a file, or the names in a folder, survive a loss of power.
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
        let cure = errno == EACCES ? "; give it to the user that the server runs as, or run this as its owner" : ""
        return .inaccessible(path: path, reason: reason + cure)
    }
}
