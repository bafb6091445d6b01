import SesameAccounts

extension SQLiteReading {
    func push(_ id: String) throws(StorageError) -> PushReceipt? {
        var row = try connection.prepare(
            """
            SELECT app, fingerprint, accepted_at, expires_at, targets, sent, gone, dropped, problem
            FROM pushes WHERE id = :id
            """)
        row.bind("id", id)
        guard try row.next() else { return nil }
        return PushReceipt(
            id: id, app: try row.app("app"), fingerprint: row.bytes("fingerprint"), acceptedAt: row.date("accepted_at"),
            expiresAt: row.date("expires_at"),
            targets: row.integer("targets"), sent: row.integer("sent"), gone: row.integer("gone"),
            dropped: row.integer("dropped"),
            problem: row.optionalText("problem"))
    }
}

extension SQLiteTransaction {
    func insert(_ push: PushReceipt) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO pushes (
                id, app, fingerprint, accepted_at, expires_at, targets, sent, gone, dropped, problem)
            VALUES (:id, :app, :fingerprint, :accepted_at, :expires_at, :targets, :sent, :gone, :dropped, :problem)
            """)
        row.bind("id", push.id)
        row.bind("app", push.app.description)
        row.bind("fingerprint", push.fingerprint)
        row.bind("accepted_at", push.acceptedAt)
        row.bind("expires_at", push.expiresAt)
        row.bind("targets", push.targets)
        row.bindChanging(push)
        try row.run()
    }

    func update(_ push: PushReceipt) throws(StorageError) {
        var row = try connection.prepare(
            "UPDATE pushes SET sent = :sent, gone = :gone, dropped = :dropped, problem = :problem WHERE id = :id")
        row.bindChanging(push)
        row.bind("id", push.id)
        try row.run()
    }
}

extension Statement {
    /// Binds the columns that an update writes.
    fileprivate mutating func bindChanging(_ push: PushReceipt) {
        bind("sent", push.sent)
        bind("gone", push.gone)
        bind("dropped", push.dropped)
        bind("problem", push.problem)
    }
}
