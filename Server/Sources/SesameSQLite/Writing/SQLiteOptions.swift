package import SesameAccounts

/// The options of an engine.
package struct SQLiteOptions: Sendable {
    /// The greatest number of connections for reads; each is opened when it is first needed.
    package var readers: Int
    /// The greatest number of writes in one commit.
    package var largestBatch: Int
    /// The greatest number of writes that wait; more are refused at once.
    package var longestQueue: Int
    /// The number of pages from which on the log is taken into the database: by default 16 MiB, in which most pages have
    /// been written several times.
    package var longestLog: Int
    /// Told of each commit, on the writer's thread, so it must be quick; for metrics.
    package var observer: (@Sendable (StorageCommit) -> Void)?
    /// Told of each statement before it runs, without its values, on whatever thread runs it; for tests that compare work.
    package var statementObserver: (@Sendable (String) -> Void)?

    /// Makes options.
    package init(
        readers: Int = 4, largestBatch: Int = 256, longestQueue: Int = 10_000, longestLog: Int = 4_000,
        observer: (@Sendable (StorageCommit) -> Void)? = nil, statementObserver: (@Sendable (String) -> Void)? = nil
    ) {
        self.observer = observer
        self.statementObserver = statementObserver
        self.readers = max(1, readers)
        self.largestBatch = max(1, largestBatch)
        self.longestQueue = max(1, longestQueue)
        self.longestLog = max(1, longestLog)
    }
}
