import SesameAccounts

extension SQLiteReading {
    func isSpent(_ nonce: UsedNonce) throws(StorageError) -> Bool {
        var row = try connection.prepare(
            "SELECT 1 FROM spent_nonces WHERE expires_at = :expires_at AND digest = :digest")
        row.bind("expires_at", nonce.expiresAt)
        row.bind("digest", nonce.digest)
        return try row.next()
    }

    func usedToken(_ key: UsedToken.Key, in app: AppID) throws(StorageError) -> UsedToken? {
        var row = try connection.prepare(
            """
            SELECT session, repeatable_until FROM used_tokens
            WHERE expires_at = :expires_at AND digest = :digest AND app = :app
            """)
        row.bind("expires_at", key.expiresAt)
        row.bind("digest", key.digest)
        row.bind("app", app.description)
        guard try row.next() else { return nil }
        return UsedToken(
            key: key, app: app, session: SessionID(row.text("session")),
            repeatableUntil: row.optionalDate("repeatable_until"))
    }

    func ticket(_ digest: [UInt8]) throws(StorageError) -> RegistrationTicket? {
        var row = try connection.prepare(
            """
            SELECT email, email_verified, authoritative_email, private_email, given_name, family_name,
                display_name, photo_url,
                app, provider, subject, expires_at, token_client, token_sealed
            FROM tickets WHERE digest = :digest
            """)
        row.bind("digest", digest)
        guard try row.next() else { return nil }
        let (app, provider, subject): (AppID, Provider, String) = (
            try row.app("app"), try row.value("provider"), row.text("subject")
        )
        var token: SealedProviderToken?
        if let client = row.optionalText("token_client") {
            token = SealedProviderToken(
                app: app, provider: provider, subject: subject, clientID: client, sealed: row.bytes("token_sealed"))
        }
        return RegistrationTicket(
            digest: digest, app: app, provider: provider, subject: subject, claims: row.identityClaims(),
            token: token, expiresAt: row.date("expires_at"))
    }
}

extension SQLiteTransaction {
    func insert(_ nonce: UsedNonce) throws(StorageError) {
        var row = try connection.prepare("INSERT INTO spent_nonces (digest, expires_at) VALUES (:digest, :expires_at)")
        row.bind("digest", nonce.digest)
        row.bind("expires_at", nonce.expiresAt)
        try row.run()
    }

    func insert(_ usedToken: UsedToken) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO used_tokens (app, digest, session, repeatable_until, expires_at)
            VALUES (:app, :digest, :session, :repeatable_until, :expires_at)
            """)
        row.bind("app", usedToken.app.description)
        row.bind("digest", usedToken.key.digest)
        row.bind("session", usedToken.session.description)
        row.bind("repeatable_until", usedToken.repeatableUntil)
        row.bind("expires_at", usedToken.key.expiresAt)
        try row.run()
    }

    func insert(_ ticket: RegistrationTicket) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO tickets (
                digest, app, provider, subject, expires_at,
                email, email_verified, authoritative_email, private_email, given_name, family_name, display_name,
                photo_url, token_client, token_sealed)
            VALUES (:digest, :app, :provider, :subject, :expires_at, :email, :email_verified, :authoritative_email,
                :private_email, :given_name, :family_name, :display_name, :photo_url, :token_client, :token_sealed)
            """)
        row.bind("digest", ticket.digest)
        row.bind("app", ticket.app.description)
        row.bind("provider", ticket.provider.rawValue)
        row.bind("subject", ticket.subject)
        row.bind("expires_at", ticket.expiresAt)
        row.bind(ticket.claims)
        row.bind("token_client", ticket.token?.clientID)
        row.bind("token_sealed", ticket.token?.sealed)
        try row.run()
    }

    func deleteTicket(_ digest: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM tickets WHERE digest = :digest")
        row.bind("digest", digest)
        try row.run()
    }
}
