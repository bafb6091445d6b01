import SesameAccounts

extension SQLiteReading {
    func flow(_ digest: [UInt8]) throws(StorageError) -> FlowRecord? {
        var row = try connection.prepare("SELECT stage, sealed, expires_at FROM flows WHERE digest = :digest")
        row.bind("digest", digest)
        guard try row.next() else { return nil }
        return FlowRecord(
            digest: digest, stage: try row.value("stage"), sealed: row.bytes("sealed"),
            expiresAt: row.date("expires_at"))
    }
}

extension SQLiteTransaction {
    func insert(_ flow: FlowRecord) throws(StorageError) {
        var row = try connection.prepare(
            "INSERT INTO flows (digest, stage, sealed, expires_at) VALUES (:digest, :stage, :sealed, :expires_at)")
        row.bind("digest", flow.digest)
        row.bind("stage", flow.stage.rawValue)
        row.bind("sealed", flow.sealed)
        row.bind("expires_at", flow.expiresAt)
        try row.run()
    }

    func deleteFlow(_ digest: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM flows WHERE digest = :digest")
        row.bind("digest", digest)
        try row.run()
    }
}
