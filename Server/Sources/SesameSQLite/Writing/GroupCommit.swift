import SesameAccounts

/// Many writes in one commit, each all or nothing by itself.
struct GroupCommit {
    private let connection: Connection
    private let traces = SQLiteTransaction.Traces()

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Runs the writes and tells each, behind the commit, what came of it.
    ///
    /// When the commit fails nothing of any of them is kept, and all are told so.
    func perform(_ batch: [PendingWrite]) {
        var outcomes: [PendingWrite.Outcome] = []
        outcomes.reserveCapacity(batch.count)
        do throws(StorageError) {
            try connection.run("BEGIN IMMEDIATE")
            if batch.count == 1 {
                outcomes.append(try runAlone(batch[0]))
            } else {
                for write in batch { outcomes.append(try runInSavepoint(write)) }
                try connection.run("COMMIT")
            }
        } catch {
            connection.rollBack()
            for write in batch { write.fail(error.asUnavailable) }
            return
        }
        for outcome in outcomes { outcome.tell() }
    }

    private func runAlone(_ write: PendingWrite) throws(StorageError) -> PendingWrite.Outcome {
        let outcome = write.run(SQLiteTransaction(connection: connection, traces: traces))
        try requireTransaction()
        try connection.run(outcome.isKept ? "COMMIT" : "ROLLBACK")
        return outcome
    }

    private func runInSavepoint(_ write: PendingWrite) throws(StorageError) -> PendingWrite.Outcome {
        try connection.run("SAVEPOINT one")
        let outcome = write.run(SQLiteTransaction(connection: connection, traces: traces))
        try requireTransaction()
        if !outcome.isKept { try connection.run("ROLLBACK TO one") }
        try connection.run("RELEASE one")
        return outcome
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
        _ = emptyLog()
        connection.close()
    }

    /// Whether the log is empty now.
    private func emptyLog() -> Bool {
        do throws(StorageError) {
            return try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
        } catch {
            return false
        }
    }
}
