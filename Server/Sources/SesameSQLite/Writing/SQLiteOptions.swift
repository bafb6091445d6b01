package import SesameAccounts

/// The limits and observers of the SQLite storage.
package struct SQLiteOptions: Sendable {
    /// True if a missing database is created.
    package var createsDatabase: Bool
    /// The id of the database that the folder must contain; nil if any will do. See ``SQLiteStorage/databaseID``.
    package var expectedID: [UInt8]?
    /// The maximum number of connections for reads. Each is opened at its first use.
    package var readers: Int
    /// The number of threads for reads that may examine many rows.
    package var scanThreads: Int
    /// The maximum number of writes in one commit.
    package var maxBatchSize: Int
    /// The maximum number of waiting writes, and of waiting long reads. Further ones are refused at once.
    package var maxQueueLength: Int
    /// The number of pages at which the log is checkpointed. The default is 4,000 pages (about 16 MiB). At that length
    /// most pages have been written several times.
    package var checkpointPages: Int
    /// A function called after each commit, successful or not, on the writer's thread, for metrics. It must be quick.
    package var observer: (@Sendable (StorageCommit) -> Void)?
    /// A function called with a description when damage to the database is first met.
    package var damageObserver: (@Sendable (String) -> Void)?
    /// A function called with the text of each statement, without its values, before it runs and on the thread that
    /// runs it. Tests use it to check that two operations run the same statements.
    package var statementObserver: (@Sendable (String) -> Void)?

    /// Creates options. A number below 1 is raised to 1.
    package init(
        createsDatabase: Bool = true, expectedID: [UInt8]? = nil, readers: Int = 4, scanThreads: Int = 2,
        maxBatchSize: Int = 256,
        maxQueueLength: Int = 10_000,
        checkpointPages: Int = 4_000,
        observer: (@Sendable (StorageCommit) -> Void)? = nil, damageObserver: (@Sendable (String) -> Void)? = nil,
        statementObserver: (@Sendable (String) -> Void)? = nil
    ) {
        self.createsDatabase = createsDatabase
        self.expectedID = expectedID
        self.observer = observer
        self.damageObserver = damageObserver
        self.statementObserver = statementObserver
        self.readers = max(1, readers)
        self.scanThreads = max(1, scanThreads)
        self.maxBatchSize = max(1, maxBatchSize)
        self.maxQueueLength = max(1, maxQueueLength)
        self.checkpointPages = max(1, checkpointPages)
    }
}
