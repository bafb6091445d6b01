import SesameAccounts

extension SQLiteReading {
    func adminKey(_ id: String) throws(StorageError) -> AdminKey? {
        var row = try connection.prepare(
            """
            SELECT id, name, digest, scopes, apps, created_at, expires_at, last_used_at, revoked_at
            FROM admin_keys WHERE id = :id
            """)
        row.bind("id", id)
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
            VALUES (:id, :name, :digest, :scopes, :apps, :created_at, :expires_at, :last_used_at, :revoked_at)
            """)
        row.bind("id", key.id)
        row.bind("name", key.name)
        row.bind("digest", key.digest)
        row.bind("scopes", key.scopes.sorted().map(\.rawValue).joined(separator: " "))
        row.bind("apps", key.apps?.map(\.description).sorted().joined(separator: " "))
        row.bind("created_at", key.createdAt)
        row.bind("expires_at", key.expiresAt)
        row.bind("last_used_at", key.lastUsedAt)
        row.bind("revoked_at", key.revokedAt)
        try row.run()
    }

    func update(_ key: AdminKey) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE admin_keys SET expires_at = :expires_at, last_used_at = :last_used_at,
                revoked_at = :revoked_at WHERE id = :id
            """)
        row.bind("expires_at", key.expiresAt)
        row.bind("last_used_at", key.lastUsedAt)
        row.bind("revoked_at", key.revokedAt)
        row.bind("id", key.id)
        try row.run()
    }
}

extension Statement {
    fileprivate func adminKey() throws(StorageError) -> AdminKey {
        var scopes: Set<AdminScope> = []
        for name in text("scopes").split(separator: " ") {
            guard let scope = AdminScope(rawValue: String(name)) else {
                throw .corrupt("an admin key with an unknown scope")
            }
            scopes.insert(scope)
        }
        var apps: Set<AppID>?
        if let names = optionalText("apps") {
            apps = []
            for name in names.split(separator: " ") {
                guard let app = AppID(String(name)) else { throw .corrupt("an admin key with an invalid app id") }
                apps?.insert(app)
            }
        }
        return AdminKey(
            id: text("id"), name: text("name"), digest: bytes("digest"), scopes: scopes, apps: apps,
            createdAt: date("created_at"),
            expiresAt: date("expires_at"), lastUsedAt: optionalDate("last_used_at"),
            revokedAt: optionalDate("revoked_at"))
    }
}
