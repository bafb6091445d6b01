import CSQLite
import Foundation
import SesameAccounts

extension Connection {
    /// Cuts off what follows the last commit in the write-ahead log, and waits until the disk has the shorter log.
    /// Returns false if that fails. Called in a write transaction that has written nothing.
    ///
    /// A commit whose sync failed may have left its frames in the log, with their commit mark. SQLite ignores them as
    /// long as this process runs, but after a crash the next process would take them for a commit.
    ///
    /// - Parameter path: The path of the database.
    func cutLog(ofDatabaseAt path: String) -> Bool {
        guard let length = committedLogLength else { return false }
        let file = open(path + "-wal", O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return errno == ENOENT }
        defer { Foundation.close(file) }
        let size = lseek(file, 0, SEEK_END)
        guard size >= 0, size <= length || ftruncate(file, length) == 0 else { return false }
        return fsync(file) == 0
    }

    /// The length of the log up to the end of the last commit, in bytes; nil if it cannot be determined.
    private var committedLogLength: off_t? {
        let frames = csqlite_committed_frames(database)
        do throws(StorageError) {
            return frames < 0 ? nil : off_t(32 + frames * Int64(24 + (try integer("PRAGMA page_size"))))
        } catch {
            return nil
        }
    }
}
