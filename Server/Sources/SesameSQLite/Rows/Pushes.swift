import SesameAccounts

extension SQLiteReading {
    func push(_ id: String) throws(StorageError) -> PushRecord? {
        var row = try connection.prepare(
            """
            SELECT app, fingerprint, accepted_at, expires_at, targets, sent, gone, dropped, problem
            FROM pushes WHERE id = ?
            """)
        row.bind(id)
        guard try row.next() else { return nil }
        return PushRecord(
            id: id, app: try row.app(0), fingerprint: row.bytes(1), acceptedAt: row.date(2), expiresAt: row.date(3),
            targets: row.integer(4), sent: row.integer(5), gone: row.integer(6), dropped: row.integer(7),
            problem: row.optionalText(8))
    }
}

extension SQLiteTransaction {
    func insert(_ push: PushRecord) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO pushes (
                id, app, fingerprint, accepted_at, expires_at, targets, sent, gone, dropped, problem)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(push.id)
        row.bind(push.app.description)
        row.bind(push.fingerprint)
        row.bind(push.acceptedAt)
        row.bind(push.expiresAt)
        row.bind(push.targets)
        row.bindChanging(push)
        try row.run()
    }

    func update(_ push: PushRecord) throws(StorageError) {
        var row = try connection.prepare(
            "UPDATE pushes SET sent = ?, gone = ?, dropped = ?, problem = ? WHERE id = ?")
        row.bindChanging(push)
        row.bind(push.id)
        try row.run()
    }
}

extension Statement {
    /// Binds the columns that an update writes, in the order of both statements.
    fileprivate mutating func bindChanging(_ push: PushRecord) {
        bind(push.sent)
        bind(push.gone)
        bind(push.dropped)
        bind(push.problem)
    }
}
