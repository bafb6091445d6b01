import Dispatch
import SesameAccounts

/// Moves a long log into the database, mostly concurrent with the writer. The writer stops only for the pages that were
/// added meanwhile.
final class Checkpointer: Sendable {
    private enum Progress {
        /// No checkpoint is needed.
        case resting
        /// The concurrent passes are running.
        case atWork
        /// The writer must move the remaining pages, because the log can only be emptied and restarted while nothing is
        /// written.
        case caughtUp
    }

    /// The number of passes over the log. The second pass moves the pages added during the first, and leaves few.
    private static let passes = 2

    private let progress = Monitor(Progress.resting)
    private let queue = DispatchQueue(label: "sesame-checkpoint")
    /// The connection, used only on the queue.
    private let connection: Connection
    private let checkpointPages: Int

    /// - Parameter longestLog: The number of pages at which the log is checkpointed.
    init(path: String, checkpointPages: Int) throws(StorageError) {
        connection = try Connection(path: path, access: .write)
        self.checkpointPages = checkpointPages
    }

    /// Checks the log after a commit of the writer, on the writer's thread.
    func follow(_ writer: Connection) {
        let isLong = writer.pagesInLog >= checkpointPages
        let (before, after) = progress.withLock { progress in
            let before = progress
            switch before {
            case .resting: if isLong { progress = .atWork }
            case .atWork: break
            case .caughtUp: progress = .resting
            }
            return (before, progress)
        }
        switch (before, after) {
        case (.resting, .atWork): queue.async { self.takeInBulk() }
        case (.caughtUp, _): writer.takeInLog()
        default: break
        }
    }

    private func takeInBulk() {
        for _ in 0..<Self.passes { connection.takeInLog() }
        progress.withLock { $0 = .caughtUp }
    }

    /// Waits for a running pass, and closes the file.
    func close() {
        queue.sync { connection.close() }
    }
}

extension Connection {
    /// Checkpoints the pages that no reader needs in the log, without waiting for readers. If this fails, the log keeps
    /// the pages until the next time.
    fileprivate func takeInLog() {
        _ = try? integer("PRAGMA wal_checkpoint(PASSIVE)")
    }
}
