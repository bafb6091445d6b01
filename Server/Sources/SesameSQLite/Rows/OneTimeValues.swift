import SesameAccounts

extension SQLiteReading {
    func isSpent(_ nonce: SpentNonce) throws(StorageError) -> Bool {
        var row = try connection.prepare("SELECT 1 FROM spent_nonces WHERE expires_at = ? AND digest = ?")
        row.bind(nonce.expiresAt)
        row.bind(nonce.digest)
        return try row.next()
    }

    func usedToken(_ key: UsedToken.Key, in app: AppID) throws(StorageError) -> UsedToken? {
        var row = try connection.prepare(
            "SELECT session, repeatable_until FROM used_tokens WHERE expires_at = ? AND digest = ? AND app = ?")
        row.bind(key.expiresAt)
        row.bind(key.digest)
        row.bind(app.description)
        guard try row.next() else { return nil }
        return UsedToken(
            key: key, app: app, session: SessionID(row.text(0)), repeatableUntil: row.optionalDate(1))
    }

    func ticket(_ digest: [UInt8]) throws(StorageError) -> RegistrationTicket? {
        var row = try connection.prepare(
            """
            SELECT email, email_verified, authoritative_email, private_email, given_name, family_name, display_name, photo_url,
                app, provider, subject, expires_at, token_client, token_sealed
            FROM tickets WHERE digest = ?
            """)
        row.bind(digest)
        guard try row.next() else { return nil }
        let (app, provider, subject): (AppID, Provider, String) = (try row.app(8), try row.value(9), row.text(10))
        var token: SealedProviderToken?
        if let client = row.optionalText(12) {
            token = SealedProviderToken(
                app: app, provider: provider, subject: subject, clientID: client, sealed: row.bytes(13))
        }
        return RegistrationTicket(
            digest: digest, app: app, provider: provider, subject: subject, claims: row.identityClaims(from: 0),
            token: token, expiresAt: row.date(11))
    }
}

extension SQLiteTransaction {
    func insert(_ nonce: SpentNonce) throws(StorageError) {
        var row = try connection.prepare("INSERT INTO spent_nonces (digest, expires_at) VALUES (?, ?)")
        row.bind(nonce.digest)
        row.bind(nonce.expiresAt)
        try row.run()
    }

    func insert(_ usedToken: UsedToken) throws(StorageError) {
        var row = try connection.prepare(
            "INSERT INTO used_tokens (app, digest, session, repeatable_until, expires_at) VALUES (?, ?, ?, ?, ?)")
        row.bind(usedToken.app.description)
        row.bind(usedToken.key.digest)
        row.bind(usedToken.session.description)
        row.bind(usedToken.repeatableUntil)
        row.bind(usedToken.key.expiresAt)
        try row.run()
    }

    func insert(_ ticket: RegistrationTicket) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO tickets (
                digest, app, provider, subject, expires_at,
                email, email_verified, authoritative_email, private_email, given_name, family_name, display_name, photo_url,
                token_client, token_sealed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(ticket.digest)
        row.bind(ticket.app.description)
        row.bind(ticket.provider.rawValue)
        row.bind(ticket.subject)
        row.bind(ticket.expiresAt)
        row.bind(ticket.claims)
        row.bind(ticket.token?.clientID)
        row.bind(ticket.token?.sealed)
        try row.run()
    }

    func deleteTicket(_ digest: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM tickets WHERE digest = ?")
        row.bind(digest)
        try row.run()
    }
}
