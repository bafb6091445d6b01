import Foundation

/// Small files that only their owner can read.
enum PrivateFile {
    /// Writes a new file and returns once it is on disk. Throws if the file exists or cannot be written.
    static func write(_ bytes: [UInt8], to path: String) throws(BackupError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed(path) }
        defer { close(file) }
        guard Foundation.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else { throw .failed(path) }
    }

    /// Flushes a folder's entries to disk, so that they survive a power failure.
    static func sync(_ folder: String) throws(BackupError) {
        let file = open(folder, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .failed(folder) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw .failed(folder) }
    }
}

extension BackupError {
    fileprivate static func failed(_ path: String) -> BackupError {
        BackupError("'\(path)' cannot be written: \(String(cString: strerror(errno)))")
    }
}
