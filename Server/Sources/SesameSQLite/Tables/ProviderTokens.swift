import SesameAccounts

extension SQLiteReading {
    func providerTokens(of account: AccountID, in app: AppID) throws(StorageError) -> [SealedProviderToken] {
        var row = try connection.prepare(
            """
            SELECT t.provider, t.subject, t.client, t.sealed
            FROM identities AS i
            JOIN provider_tokens AS t ON t.subject = i.subject AND t.provider = i.provider AND t.app = i.app
            WHERE i.app = :app AND i.account = :account ORDER BY t.provider, t.subject, t.client
            """)
        row.bind("app", app.description)
        row.bind("account", account.description)
        var tokens: [SealedProviderToken] = []
        while try row.next() {
            tokens.append(
                SealedProviderToken(
                    app: app, provider: try row.value("provider"), subject: row.text("subject"),
                    clientID: row.text("client"),
                    sealed: row.bytes("sealed")))
        }
        return tokens
    }
}

extension SQLiteTransaction {
    func put(_ token: SealedProviderToken) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO provider_tokens (app, provider, subject, client, sealed)
                VALUES (:app, :provider, :subject, :client, :sealed)
            ON CONFLICT (subject, provider, app, client) DO UPDATE SET sealed = excluded.sealed
            """)
        row.bind("app", token.app.description)
        row.bind("provider", token.provider.rawValue)
        row.bind("subject", token.subject)
        row.bind("client", token.clientID)
        row.bind("sealed", token.sealed)
        try row.run()
    }

    func deleteProviderTokens(of identity: Identity) throws(StorageError) {
        var row = try connection.prepare(
            "DELETE FROM provider_tokens WHERE app = :app AND provider = :provider AND subject = :subject")
        row.bind("app", identity.app.description)
        row.bind("provider", identity.provider.rawValue)
        row.bind("subject", identity.subject)
        try row.run()
        traces.hasErased = true
    }
}
