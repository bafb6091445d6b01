import Dispatch
import SesameAccounts

/// A checkpointer that moves a long log into the database on its own queue, concurrently with the writer. The writer
/// pauses only to move the pages that were added meanwhile.
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

    /// The number of passes over the log. The second pass moves the pages added during the first one, so that few
    /// remain for the writer.
    private static let passes = 2

    private let progress = Monitor(Progress.resting)
    private let queue = DispatchQueue(label: "sesame-checkpoint")
    /// The connection, used only on the queue.
    private let connection: Connection
    private let checkpointPages: Int

    /// Opens a separate connection to the database, so that checkpoints run concurrently with the writer.
    ///
    /// - Parameter checkpointPages: The number of pages in the log that starts a checkpoint.
    init(path: String, checkpointPages: Int) throws(StorageError) {
        connection = try Connection(path: path, access: .write)
        self.checkpointPages = checkpointPages
    }

    /// Starts a checkpoint if the log is long, or completes one whose concurrent passes are done. Called on the
    /// writer's thread after each commit.
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

    /// Waits for a running checkpoint and closes the connection.
    func close() {
        queue.sync { connection.close() }
    }
}

extension Connection {
    /// Checkpoints the pages that no reader needs in the log, without waiting for readers. If the checkpoint fails, the
    /// pages stay in the log until the next one.
    fileprivate func takeInLog() {
        _ = try? integer("PRAGMA wal_checkpoint(PASSIVE)")
    }
}
