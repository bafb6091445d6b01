import Dispatch
import SesameAccounts

/// Takes the log into the database when it has grown, most of it beside the writer: whoever writes stands still only for
/// the pages that came meanwhile.
final class Checkpointer: Sendable {
    private enum Progress {
        /// Nothing is to be done.
        case resting
        /// The bulk is being taken in.
        case atWork
        /// The rest is the writer's: only while nobody writes can the log come to its end, and begin anew.
        case caughtUp
    }

    /// The passes over the log. What comes in during the first is taken in by the second, which leaves little.
    private static let passes = 2

    private let progress = Monitor(Progress.resting)
    private let queue = DispatchQueue(label: "sesame-checkpoint")
    /// The queue's.
    private let connection: Connection
    private let longestLog: Int

    /// - Parameter longestLog: The number of pages from which on the log is taken in.
    init(path: String, longestLog: Int) throws(StorageError) {
        connection = try Connection(path: path, access: .write)
        self.longestLog = longestLog
    }

    /// Looks at the log behind a commit of the writer's, on the writer's thread.
    func follow(_ writer: Connection) {
        let isLong = writer.pagesInLog >= longestLog
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

    /// Waits for a pass that is under way, and lets go of the file.
    func close() {
        queue.sync { connection.close() }
    }
}

extension Connection {
    /// Takes into the database what no reader needs in the log. Waits for nobody; where it fails, the log keeps what it
    /// has, and the next time will do.
    fileprivate func takeInLog() {
        _ = try? integer("PRAGMA wal_checkpoint(PASSIVE)")
    }
}
