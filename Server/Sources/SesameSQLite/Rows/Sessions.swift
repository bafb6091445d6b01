import Foundation
import SesameAccounts

extension SQLiteReading {
    func session(_ id: SessionID) throws(StorageError) -> Session? {
        var row = try connection.prepare(
            """
            SELECT id, app, account, method, created_at, auth_time, refreshed_at, generation, acknowledged,
                expires_at, idle_expires_at, ended_at, end_reason, second_factor, second_factor_id
            FROM sessions WHERE id = ?
            """)
        row.bind(id.description)
        return try row.next() ? try row.session() : nil
    }

    func sessionState(_ id: SessionID) throws(StorageError) -> SessionState? {
        var row = try connection.prepare(
            """
            SELECT s.id, s.app, s.account, s.method, s.created_at, s.auth_time, s.refreshed_at, s.generation,
                s.acknowledged, s.expires_at, s.idle_expires_at, s.ended_at, s.end_reason, s.second_factor,
                s.second_factor_id, a.disabled_at
            FROM sessions s JOIN accounts a ON a.app = s.app AND a.id = s.account WHERE s.id = ?
            """)
        row.bind(id.description)
        guard try row.next() else { return nil }
        return SessionState(session: try row.session(), disabledAt: row.optionalDate(15))
    }

    func sessions(of account: AccountID, in app: AppID) throws(StorageError) -> [Session] {
        var row = try connection.prepare(
            """
            SELECT id, app, account, method, created_at, auth_time, refreshed_at, generation, acknowledged,
                expires_at, idle_expires_at, ended_at, end_reason, second_factor, second_factor_id
            FROM sessions WHERE app = ? AND account = ? ORDER BY created_at DESC, id DESC
            """)
        row.bind(app.description)
        row.bind(account.description)
        var sessions: [Session] = []
        while try row.next() { sessions.append(try row.session()) }
        return sessions
    }

    /// Answered from the index alone.
    func sessionCount(of account: AccountID, in app: AppID) throws(StorageError) -> Int {
        var row = try connection.prepare("SELECT count(*) FROM sessions WHERE app = ? AND account = ?")
        row.bind(app.description)
        row.bind(account.description)
        return try row.next() ? row.integer(0) : 0
    }
}

extension SQLiteTransaction {
    func insert(_ session: Session) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO sessions (
                id, app, account, method, created_at, expires_at,
                auth_time, refreshed_at, generation, acknowledged, idle_expires_at, ended_at, end_reason, second_factor,
                second_factor_id, purge_day)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(session.id.description)
        row.bind(session.app.description)
        row.bind(session.account.description)
        row.bind(session.method.rawValue)
        row.bind(session.createdAt)
        row.bind(session.expiresAt)
        row.bindChanging(session)
        try row.run()
    }

    func update(_ session: Session) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE sessions SET auth_time = ?, refreshed_at = ?, generation = ?, acknowledged = ?,
                idle_expires_at = ?, ended_at = ?, end_reason = ?, second_factor = ?, second_factor_id = ?, purge_day = ?
            WHERE id = ?
            """)
        row.bindChanging(session)
        row.bind(session.id.description)
        try row.run()
        if session.ending != nil { try deleteDevices(of: session.id) }
    }
}

extension Statement {
    /// Binds the columns that an update writes, in the order of both statements.
    fileprivate mutating func bindChanging(_ session: Session) {
        bind(session.authTime)
        bind(session.refreshedAt)
        bind(session.generation)
        bind(session.acknowledged)
        bind(session.idleExpiresAt)
        bind(session.ending?.at)
        bind(session.ending?.reason.rawValue)
        bind(session.secondFactor == .awaited ? Self.awaited : session.secondFactor.shown?.kind.rawValue)
        bind(session.secondFactor.shown?.id)
        bind(min(session.expiresAt, session.idleExpiresAt).daysSince1970)
    }

    private static let awaited = "awaited"

    private func secondFactor() throws(StorageError) -> SecondFactorState {
        guard let word = optionalText(13) else { return .unasked }
        if word == Self.awaited { return .awaited }
        return .shown(ShownFactor(kind: try value(13), id: optionalText(14)))
    }

    /// Reads the fifteen columns of a session.
    fileprivate func session() throws(StorageError) -> Session {
        Session(
            id: SessionID(text(0)), app: try app(1), account: AccountID(text(2)), method: try value(3),
            createdAt: date(4), authTime: date(5), refreshedAt: date(6), generation: integer(7),
            acknowledged: integer(8), expiresAt: date(9), idleExpiresAt: date(10),
            ending: isNull(11) ? nil : Session.Ending(at: date(11), reason: try value(12)),
            secondFactor: try secondFactor())
    }
}

extension Date {
    /// Whole days since 1970.
    var daysSince1970: Int64 {
        Int64((Double(millisecondsSince1970) / 86_400_000).rounded(.down))
    }
}
