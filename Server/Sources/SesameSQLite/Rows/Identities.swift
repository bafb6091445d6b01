import SesameAccounts

extension SQLiteReading {
    func identity(
        _ provider: Provider, subject: String, in app: AppID
    ) throws(StorageError) -> Identity? {
        var row = try connection.prepare(
            """
            SELECT email, email_verified, authoritative_email, private_email, given_name, family_name, display_name, photo_url,
                account, created_at, joining_address,
                disabled_at, enabled_at, credential_change_at, forwarding_stopped_at, forwarding_resumed_at
            FROM identities WHERE app = ? AND provider = ? AND subject = ?
            """)
        row.bind(app.description)
        row.bind(provider.rawValue)
        row.bind(subject)
        guard try row.next() else { return nil }
        return Identity(
            app: app, provider: provider, subject: subject, account: AccountID(row.text(8)),
            claims: row.identityClaims(from: 0), joiningAddress: row.optionalText(10), createdAt: row.date(9),
            standing: row.standing(from: 11))
    }

    func subject(in app: AppID) throws(StorageError) -> String? {
        var row = try connection.prepare("SELECT subject FROM identities WHERE app = ? LIMIT 1")
        row.bind(app.description)
        return try row.next() ? row.text(0) : nil
    }

    func accounts(joiningBy address: String, in app: AppID) throws(StorageError) -> [AccountID] {
        var row = try connection.prepare(
            """
            SELECT DISTINCT account FROM identities
            WHERE joining_address = ? AND joining_address IS NOT NULL AND app = ?
            """)
        row.bind(address)
        row.bind(app.description)
        var accounts: [AccountID] = []
        while try row.next() { accounts.append(AccountID(row.text(0))) }
        return accounts
    }

    func identities(of account: AccountID, in app: AppID) throws(StorageError) -> [Identity] {
        var row = try connection.prepare(
            """
            SELECT email, email_verified, authoritative_email, private_email, given_name, family_name, display_name, photo_url,
                provider, subject, created_at, joining_address,
                disabled_at, enabled_at, credential_change_at, forwarding_stopped_at, forwarding_resumed_at
            FROM identities WHERE app = ? AND account = ? ORDER BY created_at, provider, subject
            """)
        row.bind(app.description)
        row.bind(account.description)
        var identities: [Identity] = []
        while try row.next() {
            identities.append(
                Identity(
                    app: app, provider: try row.value(8), subject: row.text(9), account: account,
                    claims: row.identityClaims(from: 0), joiningAddress: row.optionalText(11),
                    createdAt: row.date(10), standing: row.standing(from: 12)))
        }
        return identities
    }

    func identities(in app: AppID, after last: Identity?, limit: Int) throws(StorageError) -> [Identity] {
        var row = try connection.prepare(
            """
            SELECT email, email_verified, authoritative_email, private_email, given_name, family_name, display_name, photo_url,
                provider, subject, account, created_at, joining_address,
                disabled_at, enabled_at, credential_change_at, forwarding_stopped_at, forwarding_resumed_at
            FROM identities WHERE (subject, provider) > (?, ?) AND app = ? ORDER BY subject, provider LIMIT ?
            """)
        row.bind(last?.subject ?? "")
        row.bind(last?.provider.rawValue ?? "")
        row.bind(app.description)
        row.bind(limit)
        var identities: [Identity] = []
        while try row.next() {
            identities.append(
                Identity(
                    app: app, provider: try row.value(8), subject: row.text(9), account: AccountID(row.text(10)),
                    claims: row.identityClaims(from: 0), joiningAddress: row.optionalText(12),
                    createdAt: row.date(11), standing: row.standing(from: 13)))
        }
        return identities
    }
}

extension SQLiteTransaction {
    func insert(_ identity: Identity) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO identities (
                app, provider, subject, account, created_at, joining_address,
                email, email_verified, authoritative_email, private_email, given_name, family_name, display_name, photo_url,
                disabled_at, enabled_at, credential_change_at, forwarding_stopped_at, forwarding_resumed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(identity.app.description)
        row.bind(identity.provider.rawValue)
        row.bind(identity.subject)
        row.bind(identity.account.description)
        row.bind(identity.createdAt)
        row.bind(identity.joiningAddress)
        row.bind(identity.claims)
        row.bind(identity.standing)
        try row.run()
        try list(identity.account, in: identity.app)
    }

    func update(_ identity: Identity) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE identities SET email = ?, email_verified = ?, authoritative_email = ?, private_email = ?,
                given_name = ?, family_name = ?, display_name = ?, photo_url = ?, disabled_at = ?, enabled_at = ?, credential_change_at = ?,
                forwarding_stopped_at = ?, forwarding_resumed_at = ?, joining_address = ?
            WHERE app = ? AND provider = ? AND subject = ?
            """)
        row.bind(identity.claims)
        row.bind(identity.standing)
        row.bind(identity.joiningAddress)
        row.bind(identity.app.description)
        row.bind(identity.provider.rawValue)
        row.bind(identity.subject)
        try row.run()
        try list(identity.account, in: identity.app)
        traces.hasErased = true
    }

    func rename(_ identity: Identity, to subject: String) throws(StorageError) {
        var row = try connection.prepare(
            "UPDATE identities SET subject = ? WHERE app = ? AND provider = ? AND subject = ?")
        row.bind(subject)
        row.bind(identity.app.description)
        row.bind(identity.provider.rawValue)
        row.bind(identity.subject)
        try row.run()
        traces.hasErased = true
    }

    func delete(_ identity: Identity) throws(StorageError) {
        let owner = try self.identity(identity.provider, subject: identity.subject, in: identity.app)?.account
        var row = try connection.prepare("DELETE FROM identities WHERE app = ? AND provider = ? AND subject = ?")
        row.bind(identity.app.description)
        row.bind(identity.provider.rawValue)
        row.bind(identity.subject)
        try row.run()
        if let owner { try list(owner, in: identity.app) }
        traces.hasErased = true
    }
}

extension Statement {
    /// Binds the eight columns of a provider's statements.
    mutating func bind(_ claims: IdentityClaims) {
        bind(claims.email)
        bind(claims.emailVerified)
        bind(claims.emailIsAuthoritative)
        bind(claims.isPrivateEmail)
        bind(claims.givenName)
        bind(claims.familyName)
        bind(claims.displayName)
        bind(claims.photoURL)
    }

    /// Binds the five columns of what a provider told since.
    fileprivate mutating func bind(_ standing: IdentityStanding) {
        bind(standing.disabledAt)
        bind(standing.enabledAt)
        bind(standing.credentialChangeAt)
        bind(standing.forwardingStoppedAt)
        bind(standing.forwardingResumedAt)
    }

    /// Reads the five columns of what a provider told since.
    fileprivate func standing(from column: Int32) -> IdentityStanding {
        IdentityStanding(
            disabledAt: optionalDate(column), enabledAt: optionalDate(column + 1),
            credentialChangeAt: optionalDate(column + 2), forwardingStoppedAt: optionalDate(column + 3),
            forwardingResumedAt: optionalDate(column + 4))
    }

    /// Reads the eight columns of a provider's statements.
    func identityClaims(from column: Int32) -> IdentityClaims {
        IdentityClaims(
            email: optionalText(column), emailVerified: bool(column + 1), emailIsAuthoritative: bool(column + 2),
            isPrivateEmail: bool(column + 3), givenName: optionalText(column + 4), familyName: optionalText(column + 5),
            displayName: optionalText(column + 6), photoURL: optionalText(column + 7))
    }
}
