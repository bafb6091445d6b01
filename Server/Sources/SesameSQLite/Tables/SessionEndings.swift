import Foundation
import SesameAccounts

extension SQLiteReading {
    func sessionEndings(limit: Int) throws(StorageError) -> [SessionEnding] {
        var row = try connection.prepare("SELECT account, app, at FROM session_endings LIMIT :limit")
        row.bind("limit", limit)
        var endings: [SessionEnding] = []
        while try row.next() {
            endings.append(
                SessionEnding(app: try row.app("app"), account: AccountID(row.text("account")), at: row.date("at")))
        }
        return endings
    }

    func journalPosition() throws(StorageError) -> JournalPosition? {
        var row = try connection.prepare("SELECT journal, number FROM journal_position")
        return try row.next() ? JournalPosition(journal: row.bytes("journal"), number: row.integer64("number")) : nil
    }
}

extension SQLiteTransaction {
    /// Adds the end of a session to the endings, or moves its account's earlier one to the later of the two times.
    func noteEnding(of session: SessionID, at time: Date) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO session_endings (account, app, at)
            SELECT account, app, max(:at, created_at) FROM sessions WHERE id = :id
            ON CONFLICT (account, app) DO UPDATE SET at = max(at, excluded.at)
            """)
        row.bind("at", time)
        row.bind("id", session.description)
        try row.run()
    }

    func delete(_ ending: SessionEnding) throws(StorageError) {
        var row = try connection.prepare(
            "DELETE FROM session_endings WHERE account = :account AND app = :app AND at <= :at")
        row.bind("account", ending.account.description)
        row.bind("app", ending.app.description)
        row.bind("at", ending.at)
        try row.run()
    }

    func noteAllEndings(before time: Date) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO session_endings (account, app, at)
            SELECT account, app, max(max(ended_at, created_at)) FROM sessions WHERE ended_at < :time
            GROUP BY account, app
            ON CONFLICT (account, app) DO UPDATE SET at = max(at, excluded.at)
            """)
        row.bind("time", time)
        try row.run()
    }

    func setJournalPosition(_ position: JournalPosition) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO journal_position (id, journal, number) VALUES (1, :journal, :number)
            ON CONFLICT (id) DO UPDATE SET journal = excluded.journal, number = excluded.number
            """)
        row.bind("journal", position.journal)
        row.bind("number", position.number)
        try row.run()
    }
}
