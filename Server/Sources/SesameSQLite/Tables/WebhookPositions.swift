import SesameAccounts

extension SQLiteReading {
    func webhookPositions() throws(StorageError) -> [String: Int64] {
        var row = try connection.prepare("SELECT webhook, event FROM webhook_positions")
        var positions: [String: Int64] = [:]
        while try row.next() { positions[row.text("webhook")] = row.integer64("event") }
        return positions
    }
}

extension SQLiteTransaction {
    func setPosition(_ event: Int64?, ofWebhook id: String) throws(StorageError) {
        guard let event else {
            var row = try connection.prepare("DELETE FROM webhook_positions WHERE webhook = :webhook")
            row.bind("webhook", id)
            return try row.run()
        }
        var row = try connection.prepare(
            """
            INSERT INTO webhook_positions (webhook, event) VALUES (:webhook, :event)
            ON CONFLICT (webhook) DO UPDATE SET event = excluded.event
            """)
        row.bind("webhook", id)
        row.bind("event", event)
        try row.run()
    }
}
