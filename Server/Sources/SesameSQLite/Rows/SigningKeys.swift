import SesameAccounts
import SesameTokens

extension SQLiteReading {
    func signingKeys() throws(StorageError) -> [SealedSigningKey] {
        var row = try connection.prepare(
            """
            SELECT id, algorithm, sealed, published_at, signs_from FROM signing_keys
            ORDER BY signs_from DESC, published_at DESC, id
            """)
        var keys: [SealedSigningKey] = []
        while try row.next() {
            guard let algorithm = JWSAlgorithm(rawValue: row.text(1)) else {
                throw .corrupt("a signing key of an unknown algorithm")
            }
            keys.append(
                SealedSigningKey(
                    id: row.text(0), algorithm: algorithm, sealed: row.bytes(2), publishedAt: row.date(3),
                    signsFrom: row.date(4)))
        }
        return keys
    }
}

extension SQLiteTransaction {
    func insert(_ key: SealedSigningKey) throws(StorageError) {
        var row = try connection.prepare(
            "INSERT INTO signing_keys (id, algorithm, sealed, published_at, signs_from) VALUES (?, ?, ?, ?, ?)")
        row.bind(key.id)
        row.bind(key.algorithm.rawValue)
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
