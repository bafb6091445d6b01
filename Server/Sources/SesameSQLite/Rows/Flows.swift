import SesameAccounts

extension SQLiteReading {
    func flow(_ digest: [UInt8]) throws(StorageError) -> FlowRecord? {
        var row = try connection.prepare("SELECT stage, sealed, expires_at FROM flows WHERE digest = ?")
        row.bind(digest)
        guard try row.next() else { return nil }
        return FlowRecord(digest: digest, stage: try row.value(0), sealed: row.bytes(1), expiresAt: row.date(2))
    }
}

extension SQLiteTransaction {
    func insert(_ flow: FlowRecord) throws(StorageError) {
        var row = try connection.prepare("INSERT INTO flows (digest, stage, sealed, expires_at) VALUES (?, ?, ?, ?)")
        row.bind(flow.digest)
        row.bind(flow.stage.rawValue)
        row.bind(flow.sealed)
        row.bind(flow.expiresAt)
        try row.run()
    }

    func deleteFlow(_ digest: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM flows WHERE digest = ?")
        row.bind(digest)
        try row.run()
    }
}
