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
            guard let algorithm = JWSAlgorithm(rawValue: row.text("algorithm")) else {
                throw .corrupt("a signing key with an unknown algorithm")
            }
            keys.append(
                SealedSigningKey(
                    id: row.text("id"), algorithm: algorithm, sealed: row.bytes("sealed"),
                    publishedAt: row.date("published_at"),
                    signsFrom: row.date("signs_from")))
        }
        return keys
    }
}

extension SQLiteTransaction {
    func insert(_ key: SealedSigningKey) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO signing_keys (id, algorithm, sealed, published_at, signs_from)
            VALUES (:id, :algorithm, :sealed, :published_at, :signs_from)
            """)
        row.bind("id", key.id)
        row.bind("algorithm", key.algorithm.rawValue)
        row.bind("sealed", key.sealed)
        row.bind("published_at", key.publishedAt)
        row.bind("signs_from", key.signsFrom)
        try row.run()
    }

    func deleteSigningKey(_ id: String) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM signing_keys WHERE id = :id")
        row.bind("id", id)
        try row.run()
    }
}
