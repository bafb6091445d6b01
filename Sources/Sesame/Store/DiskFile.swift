import Foundation
import SesameCore

/// Operations on a user's private files, by POSIX calls. Foundation does not reliably distinguish absent from
/// unreadable files, and does not say when a write is durable.
enum DiskFile {
    /// Returns the bytes of a file; nil if it does not exist. Throws if it has more than `maxBytes` bytes.
    static func read(_ path: String, maxBytes: Int) throws(AuthError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .disk("open") }
            return nil
        }
        defer { close(descriptor) }
        return try read(descriptor, maxBytes: maxBytes)
    }

    /// Returns the bytes of a file; nil if it does not exist. Throws if the file belongs to another user, is accessible
    /// to other users, or has more than `maxBytes` bytes.
    static func readPrivate(_ path: String, maxBytes: Int) throws(AuthError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .disk("open") }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .disk("stat") }
        guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
            throw AuthError(.storageUnavailable, "the key file must belong to this user and have mode 0600")
        }
        return try read(descriptor, maxBytes: maxBytes)
    }

    /// Replaces the file's content atomically; only its owner can read it. When it returns, the bytes are on the disk.
    static func replace(_ path: String, with bytes: [UInt8]) throws(AuthError) {
        let temporary = try writeTemporary(beside: path, bytes)
        guard rename(temporary, path) == 0 else {
            let error = AuthError.disk("rename")
            unlink(temporary)
            throw error
        }
        try syncFolder(of: path)
    }

    /// Creates the file with these bytes; an existing file stays unchanged. If several processes try at the same time,
    /// the bytes of only one are stored.
    static func create(_ path: String, with bytes: [UInt8]) throws(AuthError) {
        let temporary = try writeTemporary(beside: path, bytes)
        let error = link(temporary, path) == 0 || errno == EEXIST ? nil : AuthError.disk("link")
        unlink(temporary)
        if let error { throw error }
        try syncFolder(of: path)
    }

    /// Removes the file; a missing file is no error.
    static func remove(_ path: String) throws(AuthError) {
        guard unlink(path) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw .disk("unlink") }
            return
        }
        try syncFolder(of: path)
    }

    /// Creates the folder and its parents where they are missing, accessible only to their owner.
    static func makeFolder(_ path: String) throws(AuthError) {
        if mkdir(path, 0o700) != 0 {
            let problem = errno
            if problem == ENOENT, path.utf8.count > 1 {
                try makeFolder((path as NSString).deletingLastPathComponent)
                guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .disk("mkdir") }
            } else if problem != EEXIST {
                throw .disk("mkdir", problem)
            }
        }
    }

    /// Acquires an exclusive lock, held until `unlock(_:)` or the end of the process; returns nil while another holder,
    /// in any process, has it.
    static func tryLock(_ path: String) throws(AuthError) -> Int32? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .disk("open") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let problem = errno
            close(descriptor)
            guard problem == EWOULDBLOCK else { throw .disk("flock", problem) }
            return nil
        }
        return descriptor
    }

    /// Acquires the lock as soon as it is free. Locks are held only for moments. The wait is limited, so that a process
    /// stopped while it holds the lock does not block the caller forever.
    static func lock(_ path: String) throws(AuthError) -> Int32 {
        for _ in 0..<lockAttempts {
            if let descriptor = try tryLock(path) { return descriptor }
            usleep(lockPause)
        }
        throw AuthError(.storageUnavailable, "another process has held the lock of the stored session for too long")
    }

    /// Releases a lock, also for copies of its descriptor. A child process that is just starting has such a copy, and
    /// would hold the lock until it runs its program.
    static func unlock(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The maximum number of attempts to lock: about two seconds in total.
    private static let lockAttempts = 1_000
    private static let lockPause: UInt32 = 2_000

    private static func read(_ descriptor: Int32, maxBytes: Int) throws(AuthError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                guard errno == EINTR else { throw .disk("read") }
                continue
            }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= maxBytes else { throw AuthError(.storageUnavailable, "the file is too large") }
        }
    }

    private static func writeTemporary(beside path: String, _ bytes: [UInt8]) throws(AuthError) -> String {
        let temporary = "\(path).\(RandomText.make(bytes: 9)).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .disk("create") }
        defer { close(descriptor) }
        do throws(AuthError) {
            try write(descriptor, bytes)
            try sync(descriptor)
        } catch {
            unlink(temporary)
            throw error
        }
        return temporary
    }

    private static func write(_ descriptor: Int32, _ bytes: [UInt8]) throws(AuthError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR else { throw .disk("write") }
                continue
            }
            rest = rest.dropFirst(count)
        }
    }

    private static func syncFolder(of path: String) throws(AuthError) {
        let descriptor = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { throw .disk("open") }
        defer { close(descriptor) }
        try sync(descriptor)
    }

    private static func sync(_ descriptor: Int32) throws(AuthError) {
        #if canImport(Darwin)
            // Only this call flushes a disk's own cache; not every file system supports it.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw .disk("fsync") }
    }
}

extension AuthError {
    /// Creates the error for a failed call. The message leaves out the path, which contains a user's name.
    fileprivate static func disk(_ call: String, _ problem: Int32 = errno) -> AuthError {
        AuthError(.storageUnavailable, "\(call): \(String(cString: strerror(problem)))")
    }
}
