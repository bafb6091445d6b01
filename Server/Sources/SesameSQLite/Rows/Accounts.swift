import SesameAccounts

extension SQLiteReading {
    func account(_ id: AccountID, in app: AppID) throws(StorageError) -> Account? {
        var row = try connection.prepare(
            """
            SELECT created_at,
                max(last_sign_in_at, coalesce(
                    (SELECT s.created_at FROM sessions AS s WHERE s.account = accounts.id AND s.app = accounts.app
                    AND s.second_factor IS NOT 'awaited' ORDER BY s.created_at DESC, s.id DESC LIMIT 1),
                    last_sign_in_at)),
                disabled_at, role, joinable, onboarding, onboarding_step, profile_version, profile_updated_at, profile
            FROM accounts
            WHERE app = ? AND id = ?
            """)
        row.bind(app.description)
        row.bind(id.description)
        guard try row.next() else { return nil }
        return Account(
            id: id, app: app, createdAt: row.date(0), lastSignInAt: row.date(1), disabledAt: row.optionalDate(2),
            role: row.optionalText(3), profile: try row.profile(from: 5), isJoinable: row.bool(4))
    }
}

extension SQLiteTransaction {
    func insert(_ account: Account) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO accounts (
                app, id, created_at, last_sign_in_at, disabled_at, role, joinable,
                onboarding, onboarding_step, profile_version, profile_updated_at, profile)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(account.app.description)
        row.bind(account.id.description)
        row.bind(account.createdAt)
        row.bind(account.lastSignInAt)
        row.bind(account.disabledAt)
        row.bind(account.role)
        row.bind(account.isJoinable)
        row.bind(account.profile)
        try row.run()
    }

    func update(_ account: Account) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE accounts SET last_sign_in_at = ?, disabled_at = ?, role = ?, joinable = ?,
                onboarding = ?, onboarding_step = ?, profile_version = ?, profile_updated_at = ?, profile = ?
            WHERE app = ? AND id = ?
            """)
        row.bind(account.lastSignInAt)
        row.bind(account.disabledAt)
        row.bind(account.role)
        row.bind(account.isJoinable)
        row.bind(account.profile)
        row.bind(account.app.description)
        row.bind(account.id.description)
        try row.run()
        if account.disabledAt != nil { try deleteDevices(of: account.id, in: account.app) }
    }

    func move(_ account: AccountID, to other: AccountID, in app: AppID) throws(StorageError) {
        for statement in Self.moves {
            var row = try connection.prepare(statement)
            row.bind(other.description)
            row.bind(app.description)
            row.bind(account.description)
            try row.run()
        }
        for changed in [account, other] { try list(changed, in: app) }
    }

    private static let moves: [StaticString] = [
        "UPDATE identities SET account = ? WHERE app = ? AND account = ?",
        "UPDATE logins SET account = ? WHERE app = ? AND account = ?",
        "UPDATE sessions SET account = ? WHERE app = ? AND account = ?",
    ]

    func delete(_ account: AccountID, in app: AppID) throws(StorageError) {
        // What has no foreign key goes first, while the rows that lead to it are there.
        for statement in Self.deletions {
            var row = try connection.prepare(statement)
            row.bind(app.description)
            row.bind(account.description)
            try row.run()
        }
        if connection.changes > 0 { traces.hasErased = true }
    }

    private static let deletions: [StaticString] = [
        """
        DELETE FROM tickets WHERE (app, provider, subject) IN
        (SELECT app, provider, subject FROM identities WHERE app = ? AND account = ?)
        """,
        "DELETE FROM accounts WHERE app = ? AND id = ?",
    ]
}
