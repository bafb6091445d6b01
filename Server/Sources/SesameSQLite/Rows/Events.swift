import SesameAccounts

extension SQLiteReading {
    func events(
        of account: AccountID, in app: AppID, limit: Int
    ) throws(StorageError) -> [SecurityEvent] {
        var row = try connection.prepare(
            """
            SELECT kind, session, at, request_id FROM events
            WHERE app = ? AND account = ? ORDER BY id DESC LIMIT ?
            """)
        row.bind(app.description)
        row.bind(account.description)
        row.bind(max(0, limit))
        var events: [SecurityEvent] = []
        while try row.next() {
            events.append(
                SecurityEvent(
                    kind: try row.value(0), app: app, account: account,
                    session: row.optionalText(1).map(SessionID.init), at: row.date(2), requestID: row.text(3)))
        }
        return events
    }
}

extension SQLiteTransaction {
    func insert(_ event: SecurityEvent) throws(StorageError) {
        var row = try connection.prepare(
            "INSERT INTO events (app, account, kind, session, at, request_id) VALUES (?, ?, ?, ?, ?, ?)")
        row.bind(event.app.description)
        row.bind(event.account.description)
        row.bind(event.kind.rawValue)
        row.bind(event.session?.description)
        row.bind(event.at)
        row.bind(event.requestID)
        try row.run()
        traces.events.append(StorageCommit.Event(app: event.app, kind: event.kind))
    }
}
