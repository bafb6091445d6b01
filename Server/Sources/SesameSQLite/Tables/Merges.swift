import SesameAccounts

extension SQLiteReading {
    func mergeRecord(of account: AccountID, in app: AppID) throws(StorageError) -> MergeRecord? {
        var row = try connection.prepare(
            "SELECT sealed, expires_at FROM merges WHERE account = :account AND app = :app")
        row.bind("account", account.description)
        row.bind("app", app.description)
        guard try row.next() else { return nil }
        return MergeRecord(app: app, account: account, sealed: row.bytes("sealed"), expiresAt: row.date("expires_at"))
    }
}

extension SQLiteTransaction {
    func put(_ record: MergeRecord) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO merges (account, app, sealed, expires_at) VALUES (:account, :app, :sealed, :expires_at)
            ON CONFLICT (account, app) DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at
            """)
        row.bind("account", record.account.description)
        row.bind("app", record.app.description)
        row.bind("sealed", record.sealed)
        row.bind("expires_at", record.expiresAt)
        try row.run()
        traces.hasErased = true
    }

    func deleteMergeRecord(of account: AccountID, in app: AppID) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM merges WHERE account = :account AND app = :app")
        row.bind("account", account.description)
        row.bind("app", app.description)
        try row.run()
        if connection.changes > 0 { traces.hasErased = true }
    }

    func move(_ identity: Identity, to other: AccountID) throws(StorageError) {
        let owner = try self.identity(identity.provider, subject: identity.subject, in: identity.app)?.account
        var row = try connection.prepare(
            """
            UPDATE identities SET account = :account
            WHERE app = :app AND provider = :provider AND subject = :subject
            """)
        row.bind("account", other.description)
        row.bind("app", identity.app.description)
        row.bind("provider", identity.provider.rawValue)
        row.bind("subject", identity.subject)
        try row.run()
        for changed in [owner, other] { if let changed { try list(changed, in: identity.app) } }
    }

    func move(_ session: SessionID, to other: AccountID, in app: AppID) throws(StorageError) {
        var row = try connection.prepare("UPDATE sessions SET account = :account WHERE id = :id AND app = :app")
        row.bind("account", other.description)
        row.bind("id", session.description)
        row.bind("app", app.description)
        try row.run()
    }
}
