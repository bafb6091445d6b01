import SesameAccounts

extension SQLiteReading {
    func code(_ digest: [UInt8]) throws(StorageError) -> OneTimeCode? {
        var row = try connection.prepare(
            "SELECT slot, digest, app, account, sealed, tries, expires_at FROM codes WHERE digest = :digest")
        row.bind("digest", digest)
        return try row.next() ? row.code() : nil
    }

    func code(inSlot slot: [UInt8]) throws(StorageError) -> OneTimeCode? {
        var row = try connection.prepare(
            "SELECT slot, digest, app, account, sealed, tries, expires_at FROM codes WHERE slot = :slot")
        row.bind("slot", slot)
        return try row.next() ? row.code() : nil
    }

    func codes(of account: AccountID, in app: AppID) throws(StorageError) -> [OneTimeCode] {
        var row = try connection.prepare(
            """
            SELECT slot, digest, app, account, sealed, tries, expires_at
            FROM codes WHERE account = :account AND app = :app ORDER BY slot
            """)
        row.bind("account", account.description)
        row.bind("app", app.description)
        var codes: [OneTimeCode] = []
        while try row.next() { codes.append(try row.code()) }
        return codes
    }
}

extension SQLiteTransaction {
    func put(_ code: OneTimeCode) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO codes (slot, digest, app, account, sealed, tries, expires_at)
                VALUES (:slot, :digest, :app, :account, :sealed, :tries, :expires_at)
            ON CONFLICT (slot) DO UPDATE SET
                digest = excluded.digest, app = excluded.app, account = excluded.account, sealed = excluded.sealed,
                tries = excluded.tries, expires_at = excluded.expires_at
            """)
        row.bind("slot", code.lookupKey)
        row.bind("digest", code.digest)
        row.bind("app", code.app.description)
        row.bind("account", code.account?.description)
        row.bind("sealed", code.sealed)
        row.bind("tries", code.failedAttempts)
        row.bind("expires_at", code.expiresAt)
        try row.run()
        traces.hasErased = true
    }

    func deleteCode(inSlot slot: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM codes WHERE slot = :slot")
        row.bind("slot", slot)
        try row.run()
        traces.hasErased = true
    }
}

extension Statement {
    fileprivate func code() throws(StorageError) -> OneTimeCode {
        OneTimeCode(
            lookupKey: bytes("slot"), digest: bytes("digest"), account: optionalText("account").map { AccountID($0) },
            app: try app("app"),
            sealed: bytes("sealed"), failedAttempts: integer("tries"), expiresAt: date("expires_at"))
    }
}
