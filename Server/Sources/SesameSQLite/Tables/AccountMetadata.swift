import SesameAccounts
import SesameCore
import SesameWire

extension SQLiteReading {
    func details(of account: AccountID, in app: AppID) throws(StorageError) -> AccountMetadata? {
        var row = try connection.prepare(
            """
            SELECT display_name, photo_url, tokens_valid_after, claims, labels, preferences
            FROM account_details WHERE app = :app AND account = :account
            """)
        row.bind("app", app.description)
        row.bind("account", account.description)
        guard try row.next() else { return nil }
        let labels = try row.object("labels")["labels"]?.array ?? []
        return AccountMetadata(
            app: app, account: account, displayName: row.optionalText("display_name"),
            photoURL: row.optionalText("photo_url"),
            claims: try row.object("claims"), preferences: try row.object("preferences"),
            labels: labels.compactMap(\.string),
            tokensValidAfter: row.optionalDate("tokens_valid_after"))
    }
}

extension SQLiteTransaction {
    func put(_ details: AccountMetadata) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO account_details (
                app, account, display_name, photo_url, tokens_valid_after, claims, labels, preferences)
            VALUES (:app, :account, :display_name, :photo_url, :tokens_valid_after, :claims, :labels, :preferences)
            ON CONFLICT (account, app) DO UPDATE SET
                display_name = excluded.display_name, photo_url = excluded.photo_url,
                tokens_valid_after = excluded.tokens_valid_after, claims = excluded.claims,
                labels = excluded.labels,
                preferences = excluded.preferences
            """)
        let labels: JSONObject = ["labels": .array(details.labels.map(JSONValue.string))]
        row.bind("app", details.app.description)
        row.bind("account", details.account.description)
        row.bind("display_name", details.displayName)
        row.bind("photo_url", details.photoURL)
        row.bind("tokens_valid_after", details.tokensValidAfter)
        row.bind("claims", text: details.claims.serialized())
        row.bind("labels", text: labels.serialized())
        row.bind("preferences", text: details.preferences.serialized())
        try row.run()
        try list(details.account, in: details.app)
        traces.hasErased = true
    }
}
