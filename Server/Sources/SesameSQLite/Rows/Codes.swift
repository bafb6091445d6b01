import SesameAccounts

extension SQLiteReading {
    func code(_ digest: [UInt8]) throws(StorageError) -> OneTimeCode? {
        var row = try connection.prepare(
            "SELECT slot, digest, app, account, sealed, tries, expires_at FROM codes WHERE digest = ?")
        row.bind(digest)
        return try row.next() ? row.code() : nil
    }

    func code(inSlot slot: [UInt8]) throws(StorageError) -> OneTimeCode? {
        var row = try connection.prepare(
            "SELECT slot, digest, app, account, sealed, tries, expires_at FROM codes WHERE slot = ?")
        row.bind(slot)
        return try row.next() ? row.code() : nil
    }

    func codes(of account: AccountID, in app: AppID) throws(StorageError) -> [OneTimeCode] {
        var row = try connection.prepare(
            """
            SELECT slot, digest, app, account, sealed, tries, expires_at
            FROM codes WHERE account = ? AND app = ? ORDER BY slot
            """)
        row.bind(account.description)
        row.bind(app.description)
        var codes: [OneTimeCode] = []
        while try row.next() { codes.append(try row.code()) }
        return codes
    }
}

extension SQLiteTransaction {
    func put(_ code: OneTimeCode) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO codes (slot, digest, app, account, sealed, tries, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (slot) DO UPDATE SET
                digest = excluded.digest, app = excluded.app, account = excluded.account, sealed = excluded.sealed,
                tries = excluded.tries, expires_at = excluded.expires_at
            """)
        row.bind(code.slot)
        row.bind(code.digest)
        row.bind(code.app.description)
        row.bind(code.account?.description)
        row.bind(code.sealed)
        row.bind(code.tries)
        row.bind(code.expiresAt)
        try row.run()
        traces.hasErased = true
    }

    func deleteCode(inSlot slot: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM codes WHERE slot = ?")
        row.bind(slot)
        try row.run()
        traces.hasErased = true
    }
}

extension Statement {
    /// Reads the seven columns of a code.
    fileprivate func code() throws(StorageError) -> OneTimeCode {
        OneTimeCode(
            slot: bytes(0), digest: bytes(1), account: optionalText(3).map { AccountID($0) }, app: try app(2),
            sealed: bytes(4), tries: integer(5), expiresAt: date(6))
    }
}
