import SesameAccounts

extension SQLiteReading {
    func login(_ kind: Login.Kind, name: String, in app: AppID) throws(StorageError) -> Login? {
        var row = try connection.prepare(
            """
            SELECT kind, name, account, created_at, verified_at, unclaimed, password, password_changed_at
            FROM logins WHERE app = ? AND kind = ? AND name = ?
            """)
        row.bind(app.description)
        row.bind(kind.rawValue)
        row.bind(name)
        return try row.next() ? row.login(in: app) : nil
    }

    func logins(of account: AccountID, in app: AppID) throws(StorageError) -> [Login] {
        var row = try connection.prepare(
            """
            SELECT kind, name, account, created_at, verified_at, unclaimed, password, password_changed_at
            FROM logins WHERE app = ? AND account = ? ORDER BY created_at, kind, name
            """)
        row.bind(app.description)
        row.bind(account.description)
        var logins: [Login] = []
        while try row.next() { logins.append(try row.login(in: app)) }
        return logins
    }
}

extension SQLiteTransaction {
    func insert(_ login: Login) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO logins (
                app, kind, name, account, created_at, verified_at, unclaimed, password, password_changed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(login.app.description)
        row.bind(login.kind.rawValue)
        row.bind(login.name)
        row.bind(login.account.description)
        row.bind(login.createdAt)
        row.bind(login.verifiedAt)
        row.bind(login.isUnclaimed)
        row.bind(login.password?.text)
        row.bind(login.passwordChangedAt)
        try row.run()
        try list(login.account, in: login.app)
    }

    func update(_ login: Login) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE logins SET verified_at = ?, unclaimed = ?, password = ?, password_changed_at = ?
            WHERE app = ? AND kind = ? AND name = ?
            """)
        row.bind(login.verifiedAt)
        row.bind(login.isUnclaimed)
        row.bind(login.password?.text)
        row.bind(login.passwordChangedAt)
        row.bind(login.app.description)
        row.bind(login.kind.rawValue)
        row.bind(login.name)
        try row.run()
        traces.hasErased = true
    }

    func delete(_ login: Login) throws(StorageError) {
        let owner = try self.login(login.kind, name: login.name, in: login.app)?.account
        var row = try connection.prepare("DELETE FROM logins WHERE app = ? AND kind = ? AND name = ?")
        row.bind(login.app.description)
        row.bind(login.kind.rawValue)
        row.bind(login.name)
        try row.run()
        if let owner { try list(owner, in: login.app) }
        traces.hasErased = true
    }
}

extension Statement {
    /// Reads the eight columns of a login.
    fileprivate func login(in app: AppID) throws(StorageError) -> Login {
        Login(
            app: app, kind: try value(0), name: text(1), account: AccountID(text(2)), createdAt: date(3),
            verifiedAt: optionalDate(4), isUnclaimed: bool(5), password: optionalText(6).map { PasswordHash($0) },
            passwordChangedAt: optionalDate(7))
    }
}
