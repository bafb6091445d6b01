import SesameAccounts

extension SQLiteReading {
    func pseudonymKeyCode(_ version: Int) throws(StorageError) -> [UInt8]? {
        var row = try connection.prepare("SELECT code FROM pseudonym_keys WHERE version = :version")
        row.bind("version", version)
        return try row.next() ? row.bytes("code") : nil
    }
}

extension SQLiteTransaction {
    func insertPseudonymKey(version: Int, code: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("INSERT INTO pseudonym_keys (version, code) VALUES (:version, :code)")
        row.bind("version", version)
        row.bind("code", code)
        try row.run()
    }
}
