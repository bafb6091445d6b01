import SesameAccounts

/// Many writes in one commit, each all or nothing by itself.
struct GroupCommit {
    private let connection: Connection
    private let checkpointer: Checkpointer
    private let traces = SQLiteTransaction.Traces()
    private let observer: (@Sendable (StorageCommit) -> Void)?

    init(
        _ connection: Connection, checkpointer: Checkpointer,
        observer: (@Sendable (StorageCommit) -> Void)? = nil
    ) {
        self.connection = connection
        self.checkpointer = checkpointer
        self.observer = observer
    }

    /// Runs the writes and tells each, behind the commit, what came of it.
    ///
    /// When the commit fails nothing of any of them is kept, and all are told so.
    func perform(_ batch: [PendingWrite]) {
        let start = ContinuousClock.now
        traces.keepEvents(0)
        let outcomes: [PendingWrite.Outcome]
        do throws(StorageError) {
            if let together = try runTogether(batch) { outcomes = together } else { outcomes = try runApart(batch) }
        } catch {
            connection.rollBack()
            traces.keepEvents(0)
            report(batch, since: start, isKept: false)
            for write in batch { write.fail(error.asUnavailable) }
            return
        }
        report(batch, since: start, isKept: true)
        for outcome in outcomes { outcome.tell() }
        checkpointer.follow(connection)
    }

    private func report(_ batch: [PendingWrite], since start: ContinuousClock.Instant, isKept: Bool) {
        observer?(
            StorageCommit(
                writes: batch.count, pages: connection.takePagesWritten(), duration: start.duration(to: .now),
                isKept: isKept, events: traces.events))
    }

    /// Runs the writes one after the other without anything between them, as nearly all batches can be: a savepoint
    /// for each would have SQLite copy every page that it touches.
    ///
    /// - Returns: Nil, and nothing is kept, when one of them has to be taken back: then they are to be run apart.
    private func runTogether(_ batch: [PendingWrite]) throws(StorageError) -> [PendingWrite.Outcome]? {
        try connection.run("BEGIN IMMEDIATE")
        var outcomes: [PendingWrite.Outcome] = []
        outcomes.reserveCapacity(batch.count)
        for write in batch {
            let before = connection.totalChanges
            let outcome = write.run(SQLiteTransaction(connection: connection, traces: traces))
            try requireTransaction()
            guard outcome.isKept || connection.totalChanges == before else {
                try connection.run("ROLLBACK")
                traces.keepEvents(0)
                return nil
            }
            outcomes.append(outcome)
        }
        try connection.run("COMMIT")
        return outcomes
    }

    /// Runs the writes in one commit, each in a savepoint, so that one can be taken back without the others.
    private func runApart(_ batch: [PendingWrite]) throws(StorageError) -> [PendingWrite.Outcome] {
        try connection.run("BEGIN IMMEDIATE")
        var outcomes: [PendingWrite.Outcome] = []
        for write in batch {
            try connection.run("SAVEPOINT one")
            let events = traces.events.count
            let outcome = write.run(SQLiteTransaction(connection: connection, traces: traces))
            try requireTransaction()
            if !outcome.isKept {
                try connection.run("ROLLBACK TO one")
                traces.keepEvents(events)
            }
            try connection.run("RELEASE one")
            outcomes.append(outcome)
        }
        try connection.run("COMMIT")
        return outcomes
    }

    /// A full disk or a failing one may have made SQLite end the transaction under a body that did not notice.
    private func requireTransaction() throws(StorageError) {
        guard connection.isInTransaction else { throw .unavailable("SQLite has ended the transaction") }
    }

    /// Takes the log into the database and empties it, if it holds what was deleted.
    ///
    /// Where a read is in progress this is left to the next time.
    func eraseTraces() {
        guard traces.hasErased, emptyLog() else { return }
        traces.hasErased = false
    }

    /// Leaves the database as one file, and lets go of it.
    func finish() {
        checkpointer.close()
        _ = emptyLog()
        connection.close()
    }

    /// Returns true if the log is empty now.
    private func emptyLog() -> Bool {
        do throws(StorageError) {
            return try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
        } catch {
            return false
        }
    }
}
