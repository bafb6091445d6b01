import SesameAccounts

extension SQLiteReading {
    func mergeRecord(of account: AccountID, in app: AppID) throws(StorageError) -> MergeRecord? {
        var row = try connection.prepare("SELECT sealed, expires_at FROM merges WHERE account = ? AND app = ?")
        row.bind(account.description)
        row.bind(app.description)
        guard try row.next() else { return nil }
        return MergeRecord(app: app, account: account, sealed: row.bytes(0), expiresAt: row.date(1))
    }
}

extension SQLiteTransaction {
    func put(_ record: MergeRecord) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO merges (account, app, sealed, expires_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (account, app) DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at
            """)
        row.bind(record.account.description)
        row.bind(record.app.description)
        row.bind(record.sealed)
        row.bind(record.expiresAt)
        try row.run()
        traces.hasErased = true
    }

    func deleteMergeRecord(of account: AccountID, in app: AppID) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM merges WHERE account = ? AND app = ?")
        row.bind(account.description)
        row.bind(app.description)
        try row.run()
        if connection.changes > 0 { traces.hasErased = true }
    }

    func move(_ identity: Identity, to other: AccountID) throws(StorageError) {
        let owner = try self.identity(identity.provider, subject: identity.subject, in: identity.app)?.account
        var row = try connection.prepare(
            "UPDATE identities SET account = ? WHERE app = ? AND provider = ? AND subject = ?")
        row.bind(other.description)
        row.bind(identity.app.description)
        row.bind(identity.provider.rawValue)
        row.bind(identity.subject)
        try row.run()
        for changed in [owner, other] { if let changed { try list(changed, in: identity.app) } }
    }

    func move(_ session: SessionID, to other: AccountID, in app: AppID) throws(StorageError) {
        var row = try connection.prepare("UPDATE sessions SET account = ? WHERE id = ? AND app = ?")
        row.bind(other.description)
        row.bind(session.description)
        row.bind(app.description)
        try row.run()
    }
}
