import SesameAccounts

extension SQLiteReading {
    func pseudonymKeyCode(_ version: Int) throws(StorageError) -> [UInt8]? {
        var row = try connection.prepare("SELECT code FROM pseudonym_keys WHERE version = ?")
        row.bind(version)
        return try row.next() ? row.bytes(0) : nil
    }
}

extension SQLiteTransaction {
    func insertPseudonymKey(version: Int, code: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("INSERT INTO pseudonym_keys (version, code) VALUES (?, ?)")
        row.bind(version)
        row.bind(code)
        try row.run()
    }
}
