import SesameAccounts

extension SQLiteReading {
    func providerTokens(of account: AccountID, in app: AppID) throws(StorageError) -> [SealedProviderToken] {
        var row = try connection.prepare(
            """
            SELECT t.provider, t.subject, t.client, t.sealed
            FROM identities AS i
            JOIN provider_tokens AS t ON t.subject = i.subject AND t.provider = i.provider AND t.app = i.app
            WHERE i.app = ? AND i.account = ? ORDER BY t.provider, t.subject, t.client
            """)
        row.bind(app.description)
        row.bind(account.description)
        var tokens: [SealedProviderToken] = []
        while try row.next() {
            tokens.append(
                SealedProviderToken(
                    app: app, provider: try row.value(0), subject: row.text(1), clientID: row.text(2),
                    sealed: row.bytes(3)))
        }
        return tokens
    }
}

extension SQLiteTransaction {
    func put(_ token: SealedProviderToken) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO provider_tokens (app, provider, subject, client, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (subject, provider, app, client) DO UPDATE SET sealed = excluded.sealed
            """)
        row.bind(token.app.description)
        row.bind(token.provider.rawValue)
        row.bind(token.subject)
        row.bind(token.clientID)
        row.bind(token.sealed)
        try row.run()
    }

    func deleteProviderTokens(of identity: Identity) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM provider_tokens WHERE app = ? AND provider = ? AND subject = ?")
        row.bind(identity.app.description)
        row.bind(identity.provider.rawValue)
        row.bind(identity.subject)
        try row.run()
        traces.hasErased = true
    }
}
