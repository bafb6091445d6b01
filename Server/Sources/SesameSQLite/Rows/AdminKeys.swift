import SesameAccounts

extension SQLiteReading {
    func adminKey(_ id: String) throws(StorageError) -> AdminKey? {
        var row = try connection.prepare(
            """
            SELECT id, name, digest, scopes, apps, created_at, expires_at, last_used_at, revoked_at
            FROM admin_keys WHERE id = ?
            """)
        row.bind(id)
        return try row.next() ? try row.adminKey() : nil
    }

    func adminKeys() throws(StorageError) -> [AdminKey] {
        var row = try connection.prepare(
            """
            SELECT id, name, digest, scopes, apps, created_at, expires_at, last_used_at, revoked_at
            FROM admin_keys ORDER BY created_at DESC, id
            """)
        var keys: [AdminKey] = []
        while try row.next() { keys.append(try row.adminKey()) }
        return keys
    }
}

extension SQLiteTransaction {
    func insert(_ key: AdminKey) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO admin_keys (
                id, name, digest, scopes, apps, created_at, expires_at, last_used_at, revoked_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(key.id)
        row.bind(key.name)
        row.bind(key.digest)
        row.bind(key.scopes.sorted().map(\.rawValue).joined(separator: " "))
        row.bind(key.apps?.map(\.description).sorted().joined(separator: " "))
        row.bind(key.createdAt)
        row.bind(key.expiresAt)
        row.bind(key.lastUsedAt)
        row.bind(key.revokedAt)
        try row.run()
    }

    func update(_ key: AdminKey) throws(StorageError) {
        var row = try connection.prepare(
            "UPDATE admin_keys SET expires_at = ?, last_used_at = ?, revoked_at = ? WHERE id = ?")
        row.bind(key.expiresAt)
        row.bind(key.lastUsedAt)
        row.bind(key.revokedAt)
        row.bind(key.id)
        try row.run()
    }
}

extension Statement {
    fileprivate func adminKey() throws(StorageError) -> AdminKey {
        var scopes: Set<AdminScope> = []
        for name in text(3).split(separator: " ") {
            guard let scope = AdminScope(rawValue: String(name)) else {
                throw .corrupt("an admin key with an unknown scope")
            }
            scopes.insert(scope)
        }
        var apps: Set<AppID>?
        if let names = optionalText(4) {
            apps = []
            for name in names.split(separator: " ") {
                guard let app = AppID(String(name)) else { throw .corrupt("an admin key of an impossible app") }
                apps?.insert(app)
            }
        }
        return AdminKey(
            id: text(0), name: text(1), digest: bytes(2), scopes: scopes, apps: apps, createdAt: date(5),
            expiresAt: date(6), lastUsedAt: optionalDate(7), revokedAt: optionalDate(8))
    }
}
