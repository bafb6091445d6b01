import SesameAccounts
import SesameCore

extension SQLiteReading {
    func details(of account: AccountID, in app: AppID) throws(StorageError) -> AccountDetails? {
        var row = try connection.prepare(
            """
            SELECT display_name, photo_url, tokens_valid_after, claims, labels, preferences
            FROM account_details WHERE app = ? AND account = ?
            """)
        row.bind(app.description)
        row.bind(account.description)
        guard try row.next() else { return nil }
        let labels = try row.object(4)["labels"]?.array ?? []
        return AccountDetails(
            app: app, account: account, displayName: row.optionalText(0), photoURL: row.optionalText(1),
            claims: try row.object(3), preferences: try row.object(5), labels: labels.compactMap(\.string),
            tokensValidAfter: row.optionalDate(2))
    }
}

extension SQLiteTransaction {
    func put(_ details: AccountDetails) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO account_details (
                app, account, display_name, photo_url, tokens_valid_after, claims, labels, preferences)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account, app) DO UPDATE SET
                display_name = excluded.display_name, photo_url = excluded.photo_url,
                tokens_valid_after = excluded.tokens_valid_after, claims = excluded.claims, labels = excluded.labels,
                preferences = excluded.preferences
            """)
        let labels: JSONObject = ["labels": .array(details.labels.map(JSONValue.string))]
        row.bind(details.app.description)
        row.bind(details.account.description)
        row.bind(details.displayName)
        row.bind(details.photoURL)
        row.bind(details.tokensValidAfter)
        row.bind(text: details.claims.serialized())
        row.bind(text: labels.serialized())
        row.bind(text: details.preferences.serialized())
        try row.run()
        try list(details.account, in: details.app)
        traces.hasErased = true
    }
}
