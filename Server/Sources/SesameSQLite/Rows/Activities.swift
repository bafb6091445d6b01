import SesameAccounts

extension SQLiteReading {
    func activities(after key: AccountActivity.Key?, limit: Int) throws(StorageError) -> [AccountActivity] {
        var row = try connection.prepare(
            """
            SELECT id, app,
                NOT EXISTS (
                    SELECT 1 FROM identities WHERE identities.account = accounts.id AND identities.app = accounts.app)
                AND NOT EXISTS (
                    SELECT 1 FROM logins WHERE logins.account = accounts.id AND logins.app = accounts.app),
                max(last_sign_in_at, coalesce(
                    (SELECT max(refreshed_at) FROM sessions
                    WHERE sessions.account = accounts.id AND sessions.app = accounts.app
                    AND sessions.second_factor IS NOT 'awaited'), 0))
            FROM accounts WHERE (id, app) > (?, ?) ORDER BY id, app LIMIT ?
            """)
        row.bind(key?.account.description ?? "")
        row.bind(key?.app.description ?? "")
        row.bind(max(0, limit))
        var activities: [AccountActivity] = []
        while try row.next() {
            activities.append(
                AccountActivity(
                    key: AccountActivity.Key(account: AccountID(row.text(0)), app: try row.app(1)),
                    isGuest: row.bool(2), lastUsedAt: row.date(3)))
        }
        return activities
    }
}
