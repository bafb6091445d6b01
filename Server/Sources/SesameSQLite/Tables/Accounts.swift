import SesameAccounts

extension SQLiteReading {
    func account(_ id: AccountID, in app: AppID) throws(StorageError) -> Account? {
        var row = try connection.prepare(
            """
            SELECT created_at,
                max(last_sign_in_at, coalesce(
                    (SELECT s.created_at FROM sessions AS s WHERE s.account = accounts.id AND s.app = accounts.app
                    AND s.second_factor IS NOT 'awaited' ORDER BY s.created_at DESC, s.id DESC LIMIT 1),
                    last_sign_in_at)) AS signed_in_at,
                disabled_at, role, onboarding, onboarding_step, profile, profile_version, profile_updated_at, joinable
            FROM accounts WHERE app = :app AND id = :id
            """)
        row.bind("app", app.description)
        row.bind("id", id.description)
        guard try row.next() else { return nil }
        return Account(
            id: id, app: app, createdAt: row.date("created_at"), lastSignInAt: row.date("signed_in_at"),
            disabledAt: row.optionalDate("disabled_at"), role: row.optionalText("role"), profile: try row.profile(),
            allowsEmailLinking: row.bool("joinable"))
    }
}

extension SQLiteTransaction {
    func insert(_ account: Account) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO accounts (
                app, id, created_at, last_sign_in_at, disabled_at, role, joinable,
                onboarding, onboarding_step, profile_version, profile_updated_at, profile)
            VALUES (:app, :id, :created_at, :last_sign_in_at, :disabled_at, :role, :joinable, :onboarding,
                :onboarding_step, :profile_version, :profile_updated_at, :profile)
            """)
        row.bind("app", account.app.description)
        row.bind("id", account.id.description)
        row.bind("created_at", account.createdAt)
        row.bind("last_sign_in_at", account.lastSignInAt)
        row.bind("disabled_at", account.disabledAt)
        row.bind("role", account.role)
        row.bind("joinable", account.allowsEmailLinking)
        row.bind(account.profile)
        try row.run()
    }

    func update(_ account: Account) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE accounts SET last_sign_in_at = :last_sign_in_at, disabled_at = :disabled_at, role = :role,
                joinable = :joinable,
                onboarding = :onboarding, onboarding_step = :onboarding_step, profile_version = :profile_version,
                profile_updated_at = :profile_updated_at, profile = :profile
            WHERE app = :app AND id = :id
            """)
        row.bind("last_sign_in_at", account.lastSignInAt)
        row.bind("disabled_at", account.disabledAt)
        row.bind("role", account.role)
        row.bind("joinable", account.allowsEmailLinking)
        row.bind(account.profile)
        row.bind("app", account.app.description)
        row.bind("id", account.id.description)
        try row.run()
        if account.disabledAt != nil { try deleteDevices(of: account.id, in: account.app) }
    }

    func move(_ account: AccountID, to other: AccountID, in app: AppID) throws(StorageError) {
        for statement in Self.moves {
            var row = try connection.prepare(statement)
            row.bind("other", other.description)
            row.bind("app", app.description)
            row.bind("account", account.description)
            try row.run()
        }
        for changed in [account, other] { try list(changed, in: app) }
    }

    private static let moves: [StaticString] = [
        "UPDATE identities SET account = :other WHERE app = :app AND account = :account",
        "UPDATE logins SET account = :other WHERE app = :app AND account = :account",
        "UPDATE sessions SET account = :other WHERE app = :app AND account = :account",
    ]

    func delete(_ account: AccountID, in app: AppID) throws(StorageError) {
        // Tickets have no foreign key. They are deleted first, while the identities that lead to them exist.
        for statement in Self.deletions {
            var row = try connection.prepare(statement)
            row.bind("app", app.description)
            row.bind("account", account.description)
            try row.run()
        }
        if connection.changes > 0 { traces.hasErased = true }
    }

    private static let deletions: [StaticString] = [
        """
        DELETE FROM tickets WHERE (app, provider, subject) IN
        (SELECT app, provider, subject FROM identities WHERE app = :app AND account = :account)
        """,
        "DELETE FROM accounts WHERE app = :app AND id = :account",
    ]
}
