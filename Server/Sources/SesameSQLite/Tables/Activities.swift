import SesameAccounts

extension SQLiteReading {
    func activities(after key: AccountLastUse.Key?, limit: Int) throws(StorageError) -> [AccountLastUse] {
        var row = try connection.prepare(
            """
            SELECT id, app,
                NOT EXISTS (
                    SELECT 1 FROM identities WHERE identities.account = accounts.id
                        AND identities.app = accounts.app)
                AND NOT EXISTS (
                    SELECT 1 FROM logins WHERE logins.account = accounts.id AND logins.app = accounts.app)
                AS guest,
                max(last_sign_in_at, coalesce(
                    (SELECT max(refreshed_at) FROM sessions
                    WHERE sessions.account = accounts.id AND sessions.app = accounts.app
                    AND sessions.second_factor IS NOT 'awaited'), 0)) AS used_at
            FROM accounts WHERE (id, app) > (:account, :app) ORDER BY id, app LIMIT :limit
            """)
        row.bind("account", key?.account.description ?? "")
        row.bind("app", key?.app.description ?? "")
        row.bind("limit", max(0, limit))
        var activities: [AccountLastUse] = []
        while try row.next() {
            activities.append(
                AccountLastUse(
                    key: AccountLastUse.Key(account: AccountID(row.text("id")), app: try row.app("app")),
                    isGuest: row.bool("guest"), lastUsedAt: row.date("used_at")))
        }
        return activities
    }
}
