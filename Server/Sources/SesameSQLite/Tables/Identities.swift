import SesameAccounts

extension SQLiteReading {
    func identity(
        _ provider: Provider, subject: String, in app: AppID
    ) throws(StorageError) -> Identity? {
        var row = try connection.prepare(
            """
            SELECT provider, subject, account, email, email_verified, authoritative_email, private_email, given_name,
                family_name, display_name, photo_url, joining_address, created_at, disabled_at, enabled_at,
                credential_change_at, forwarding_stopped_at, forwarding_resumed_at
            FROM identities WHERE app = :app AND provider = :provider AND subject = :subject
            """)
        row.bind("app", app.description)
        row.bind("provider", provider.rawValue)
        row.bind("subject", subject)
        return try row.next() ? try row.identity(in: app) : nil
    }

    func subject(in app: AppID) throws(StorageError) -> String? {
        var row = try connection.prepare("SELECT subject FROM identities WHERE app = :app LIMIT 1")
        row.bind("app", app.description)
        return try row.next() ? row.text("subject") : nil
    }

    func accounts(joiningBy address: String, in app: AppID) throws(StorageError) -> [AccountID] {
        var row = try connection.prepare(
            """
            SELECT DISTINCT account FROM identities
            WHERE joining_address = :joining_address AND joining_address IS NOT NULL AND app = :app
            """)
        row.bind("joining_address", address)
        row.bind("app", app.description)
        var accounts: [AccountID] = []
        while try row.next() { accounts.append(AccountID(row.text("account"))) }
        return accounts
    }

    func accounts(withEmail address: String, in app: AppID) throws(StorageError) -> [AccountID] {
        var row = try connection.prepare(AccountPageStatements.byEmail)
        row.bind("email", address)
        row.bind("app", app.description)
        var accounts: [AccountID] = []
        while try row.next() { accounts.append(AccountID(row.text("account"))) }
        return accounts
    }

    func identities(of account: AccountID, in app: AppID) throws(StorageError) -> [Identity] {
        var row = try connection.prepare(
            """
            SELECT provider, subject, account, email, email_verified, authoritative_email, private_email, given_name,
                family_name, display_name, photo_url, joining_address, created_at, disabled_at, enabled_at,
                credential_change_at, forwarding_stopped_at, forwarding_resumed_at
            FROM identities WHERE app = :app AND account = :account ORDER BY created_at, provider, subject
            """)
        row.bind("app", app.description)
        row.bind("account", account.description)
        var identities: [Identity] = []
        while try row.next() { identities.append(try row.identity(in: app)) }
        return identities
    }

    func identities(in app: AppID, after last: Identity?, limit: Int) throws(StorageError) -> [Identity] {
        var row = try connection.prepare(
            """
            SELECT provider, subject, account, email, email_verified, authoritative_email, private_email, given_name,
                family_name, display_name, photo_url, joining_address, created_at, disabled_at, enabled_at,
                credential_change_at, forwarding_stopped_at, forwarding_resumed_at
            FROM identities WHERE (subject, provider) > (:subject, :provider) AND app = :app
            ORDER BY subject, provider LIMIT :limit
            """)
        row.bind("subject", last?.subject ?? "")
        row.bind("provider", last?.provider.rawValue ?? "")
        row.bind("app", app.description)
        row.bind("limit", limit)
        var identities: [Identity] = []
        while try row.next() { identities.append(try row.identity(in: app)) }
        return identities
    }
}

extension SQLiteTransaction {
    func insert(_ identity: Identity) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO identities (
                app, provider, subject, account, created_at, joining_address,
                email, email_verified, authoritative_email, private_email, given_name, family_name, display_name,
                photo_url, disabled_at, enabled_at, credential_change_at, forwarding_stopped_at, forwarding_resumed_at)
            VALUES (:app, :provider, :subject, :account, :created_at, :joining_address, :email, :email_verified,
                :authoritative_email, :private_email, :given_name, :family_name, :display_name, :photo_url,
                :disabled_at, :enabled_at, :credential_change_at, :forwarding_stopped_at, :forwarding_resumed_at)
            """)
        row.bind("app", identity.app.description)
        row.bind("provider", identity.provider.rawValue)
        row.bind("subject", identity.subject)
        row.bind("account", identity.account.description)
        row.bind("created_at", identity.createdAt)
        row.bind("joining_address", identity.linkableEmail)
        row.bind(identity.claims)
        row.bind(identity.status)
        try row.run()
        try list(identity.account, in: identity.app)
    }

    func update(_ identity: Identity) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE identities SET email = :email, email_verified = :email_verified,
                authoritative_email = :authoritative_email, private_email = :private_email,
                given_name = :given_name, family_name = :family_name, display_name = :display_name,
                photo_url = :photo_url, disabled_at = :disabled_at, enabled_at = :enabled_at,
                credential_change_at = :credential_change_at,
                forwarding_stopped_at = :forwarding_stopped_at, forwarding_resumed_at = :forwarding_resumed_at,
                joining_address = :joining_address
            WHERE app = :app AND provider = :provider AND subject = :subject
            """)
        row.bind(identity.claims)
        row.bind(identity.status)
        row.bind("joining_address", identity.linkableEmail)
        row.bind("app", identity.app.description)
        row.bind("provider", identity.provider.rawValue)
        row.bind("subject", identity.subject)
        try row.run()
        try list(identity.account, in: identity.app)
        traces.hasErased = true
    }

    func rename(_ identity: Identity, to subject: String) throws(StorageError) {
        var row = try connection.prepare(
            "UPDATE identities SET subject = :other WHERE app = :app AND provider = :provider AND subject = :subject")
        row.bind("other", subject)
        row.bind("app", identity.app.description)
        row.bind("provider", identity.provider.rawValue)
        row.bind("subject", identity.subject)
        try row.run()
        traces.hasErased = true
    }

    func delete(_ identity: Identity) throws(StorageError) {
        let owner = try self.identity(identity.provider, subject: identity.subject, in: identity.app)?.account
        var row = try connection.prepare(
            "DELETE FROM identities WHERE app = :app AND provider = :provider AND subject = :subject")
        row.bind("app", identity.app.description)
        row.bind("provider", identity.provider.rawValue)
        row.bind("subject", identity.subject)
        try row.run()
        if let owner { try list(owner, in: identity.app) }
        traces.hasErased = true
    }
}

extension Statement {
    fileprivate func identity(in app: AppID) throws(StorageError) -> Identity {
        Identity(
            app: app, provider: try value("provider"), subject: text("subject"), account: AccountID(text("account")),
            claims: identityClaims(), linkableEmail: optionalText("joining_address"), createdAt: date("created_at"),
            status: status())
    }

    mutating func bind(_ claims: IdentityClaims) {
        bind("email", claims.email)
        bind("email_verified", claims.emailVerified)
        bind("authoritative_email", claims.emailIsAuthoritative)
        bind("private_email", claims.isPrivateEmail)
        bind("given_name", claims.givenName)
        bind("family_name", claims.familyName)
        bind("display_name", claims.displayName)
        bind("photo_url", claims.photoURL)
    }

    /// Binds the times of a provider's latest events about the identity.
    fileprivate mutating func bind(_ status: IdentityStatus) {
        bind("disabled_at", status.disabledAt)
        bind("enabled_at", status.enabledAt)
        bind("credential_change_at", status.credentialChangeAt)
        bind("forwarding_stopped_at", status.forwardingStoppedAt)
        bind("forwarding_resumed_at", status.forwardingResumedAt)
    }

    /// Returns the times of a provider's latest events about the identity.
    fileprivate func status() -> IdentityStatus {
        IdentityStatus(
            disabledAt: optionalDate("disabled_at"), enabledAt: optionalDate("enabled_at"),
            credentialChangeAt: optionalDate("credential_change_at"),
            forwardingStoppedAt: optionalDate("forwarding_stopped_at"),
            forwardingResumedAt: optionalDate("forwarding_resumed_at"))
    }

    /// Returns the provider's claims from the current row.
    func identityClaims() -> IdentityClaims {
        IdentityClaims(
            email: optionalText("email"), emailVerified: bool("email_verified"),
            emailIsAuthoritative: bool("authoritative_email"),
            isPrivateEmail: bool("private_email"), givenName: optionalText("given_name"),
            familyName: optionalText("family_name"),
            displayName: optionalText("display_name"), photoURL: optionalText("photo_url"))
    }
}
