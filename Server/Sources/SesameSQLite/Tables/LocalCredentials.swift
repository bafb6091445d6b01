import SesameAccounts

extension SQLiteReading {
    func login(_ kind: LocalCredential.Kind, name: String, in app: AppID) throws(StorageError) -> LocalCredential? {
        var row = try connection.prepare(
            """
            SELECT kind, name, account, created_at, verified_at, unclaimed, password, password_changed_at
            FROM logins WHERE app = :app AND kind = :kind AND name = :name
            """)
        row.bind("app", app.description)
        row.bind("kind", kind.rawValue)
        row.bind("name", name)
        return try row.next() ? row.login(in: app) : nil
    }

    func logins(of account: AccountID, in app: AppID) throws(StorageError) -> [LocalCredential] {
        var row = try connection.prepare(
            """
            SELECT kind, name, account, created_at, verified_at, unclaimed, password, password_changed_at
            FROM logins WHERE app = :app AND account = :account ORDER BY created_at, kind, name
            """)
        row.bind("app", app.description)
        row.bind("account", account.description)
        var logins: [LocalCredential] = []
        while try row.next() { logins.append(try row.login(in: app)) }
        return logins
    }
}

extension SQLiteTransaction {
    func insert(_ login: LocalCredential) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO logins (
                app, kind, name, account, created_at, verified_at, unclaimed, password, password_changed_at)
            VALUES (:app, :kind, :name, :account, :created_at, :verified_at, :unclaimed, :password,
                :password_changed_at)
            """)
        row.bind("app", login.app.description)
        row.bind("kind", login.kind.rawValue)
        row.bind("name", login.name)
        row.bind("account", login.account.description)
        row.bind("created_at", login.createdAt)
        row.bind("verified_at", login.verifiedAt)
        row.bind("unclaimed", login.isUnclaimed)
        row.bind("password", login.password?.text)
        row.bind("password_changed_at", login.passwordChangedAt)
        try row.run()
        try list(login.account, in: login.app)
    }

    func update(_ login: LocalCredential) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE logins SET verified_at = :verified_at, unclaimed = :unclaimed, password = :password,
                password_changed_at = :password_changed_at
            WHERE app = :app AND kind = :kind AND name = :name
            """)
        row.bind("verified_at", login.verifiedAt)
        row.bind("unclaimed", login.isUnclaimed)
        row.bind("password", login.password?.text)
        row.bind("password_changed_at", login.passwordChangedAt)
        row.bind("app", login.app.description)
        row.bind("kind", login.kind.rawValue)
        row.bind("name", login.name)
        try row.run()
        traces.hasErased = true
    }

    func delete(_ login: LocalCredential) throws(StorageError) {
        let owner = try self.login(login.kind, name: login.name, in: login.app)?.account
        var row = try connection.prepare("DELETE FROM logins WHERE app = :app AND kind = :kind AND name = :name")
        row.bind("app", login.app.description)
        row.bind("kind", login.kind.rawValue)
        row.bind("name", login.name)
        try row.run()
        if let owner { try list(owner, in: login.app) }
        traces.hasErased = true
    }
}

extension Statement {
    fileprivate func login(in app: AppID) throws(StorageError) -> LocalCredential {
        LocalCredential(
            app: app, kind: try value("kind"), name: text("name"), account: AccountID(text("account")),
            createdAt: date("created_at"),
            verifiedAt: optionalDate("verified_at"), isUnclaimed: bool("unclaimed"),
            password: optionalText("password").map { PasswordHash($0) },
            passwordChangedAt: optionalDate("password_changed_at"))
    }
}
