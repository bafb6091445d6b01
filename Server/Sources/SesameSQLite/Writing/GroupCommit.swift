import SesameAccounts

/// An executor that commits groups of writes in one transaction, each write atomic on its own.
final class GroupCommit {
    private let connection: Connection
    private let path: String
    private let checkpointer: Checkpointer
    private let damage: DamageRecord
    private let traces = SQLiteTransaction.CommitEffects()
    private let observer: (@Sendable (StorageCommit) -> Void)?
    /// True from a failed commit until the log has been cut. The log may contain changes that were refused, and they
    /// would take effect after a crash.
    private var mustCutLog = false

    /// - Parameter path: The path of the connection's database.
    init(
        _ connection: Connection, path: String, checkpointer: Checkpointer, damage: DamageRecord,
        observer: (@Sendable (StorageCommit) -> Void)? = nil
    ) {
        self.connection = connection
        self.path = path
        self.checkpointer = checkpointer
        self.damage = damage
        self.observer = observer
    }

    /// Runs the writes and reports each result after the commit.
    ///
    /// If the commit fails, no change is stored, and every write fails, after the log has been cut. If that fails too,
    /// all later writes fail until it succeeds.
    func perform(_ batch: [PendingWrite]) {
        let start = ContinuousClock.now
        traces.keepEvents(0)
        let outcomes: [PendingWrite.Outcome]
        do throws(StorageError) {
            guard isLogCut() else { throw .unavailable("the write-ahead log cannot be cut after a failed commit") }
            if let together = try runTogether(batch) { outcomes = together } else { outcomes = try runApart(batch) }
        } catch {
            connection.rollBack()
            traces.keepEvents(0)
            mustCutLog = true
            // The writers get another error.
            damage.note(error)
            _ = isLogCut()
            report(batch, since: start, isKept: false)
            for write in batch { write.fail(error.asUnavailable) }
            return
        }
        report(batch, since: start, isKept: true)
        for outcome in outcomes { outcome.tell() }
        checkpointer.follow(connection)
    }

    /// Cuts the log if that is necessary. Returns false if it fails.
    private func isLogCut() -> Bool {
        guard mustCutLog else { return true }
        do throws(StorageError) {
            // Another process, such as a database shell, must not write to the log meanwhile.
            try connection.run("BEGIN IMMEDIATE")
        } catch {
            return false
        }
        defer { connection.rollBack() }
        mustCutLog = !connection.cutLog(ofDatabaseAt: path)
        return !mustCutLog
    }

    private func report(_ batch: [PendingWrite], since start: ContinuousClock.Instant, isKept: Bool) {
        observer?(
            StorageCommit(
                writes: batch.count, pages: connection.takePagesWritten(), duration: start.duration(to: .now),
                isDurable: isKept, events: traces.events))
    }

    /// Runs the writes in sequence without savepoints, which succeeds for nearly all batches. With a savepoint for each
    /// write, SQLite would copy every page that the write touches.
    ///
    /// - Returns: The results; nil, with no change stored, if one of the writes must be rolled back. The writes must
    ///   then be run separately.
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

    /// Runs the writes in one commit, each in a savepoint, so that each can be rolled back separately.
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

    /// Throws if no transaction is open. SQLite itself ends a transaction if the disk is full or fails, and a write may
    /// ignore the error.
    private func requireTransaction() throws(StorageError) {
        guard connection.isInTransaction else { throw .unavailable("SQLite has ended the transaction") }
    }

    /// Checkpoints and empties the log if it contains deleted data. If a read is in progress, the log stays until the
    /// next call.
    func eraseTraces() {
        guard traces.hasErased else { return }
        // Writes would wait as long as this waits for a reader.
        let isEmpty = connection.withoutWaiting { emptyLog() }
        if isEmpty { traces.hasErased = false }
    }

    /// Merges the log into the database file and closes the database.
    func finish() {
        checkpointer.close()
        _ = isLogCut()
        _ = emptyLog()
        connection.close()
    }

    /// Checkpoints the log and truncates it. Returns false if a reader or an error prevented the truncation.
    private func emptyLog() -> Bool {
        do throws(StorageError) {
            return try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
        } catch {
            return false
        }
    }
}
