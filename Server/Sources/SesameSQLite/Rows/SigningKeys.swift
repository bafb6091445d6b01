import SesameAccounts

extension SQLiteReading {
    func signingKeys() throws(StorageError) -> [SealedSigningKey] {
        var row = try connection.prepare(
            """
            SELECT id, sealed, published_at, signs_from FROM signing_keys
            ORDER BY signs_from DESC, published_at DESC, id
            """)
        var keys: [SealedSigningKey] = []
        while try row.next() {
            keys.append(
                SealedSigningKey(
                    id: row.text(0), sealed: row.bytes(1), publishedAt: row.date(2), signsFrom: row.date(3)))
        }
        return keys
    }
}

extension SQLiteTransaction {
    func insert(_ key: SealedSigningKey) throws(StorageError) {
        var row = try connection.prepare(
            "INSERT INTO signing_keys (id, sealed, published_at, signs_from) VALUES (?, ?, ?, ?)")
        row.bind(key.id)
        row.bind(key.sealed)
        row.bind(key.publishedAt)
        row.bind(key.signsFrom)
        try row.run()
    }

    func deleteSigningKey(_ id: String) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM signing_keys WHERE id = ?")
        row.bind(id)
        try row.run()
    }
}
