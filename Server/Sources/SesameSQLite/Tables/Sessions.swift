import Foundation
import SesameAccounts

extension SQLiteReading {
    func session(_ id: SessionID) throws(StorageError) -> Session? {
        var row = try connection.prepare(
            """
            SELECT id, app, account, method, created_at, auth_time, refreshed_at, rotated_at, generation,
                acknowledged, expires_at, idle_expires_at, ended_at, second_factor, second_factor_id, end_reason
            FROM sessions WHERE id = :id
            """)
        row.bind("id", id.description)
        return try row.next() ? try row.session() : nil
    }

    func sessionState(_ id: SessionID) throws(StorageError) -> SessionState? {
        var row = try connection.prepare(
            """
            SELECT s.id, s.app, s.account, s.method, s.created_at, s.auth_time, s.refreshed_at, s.rotated_at,
                s.generation, s.acknowledged, s.expires_at, s.idle_expires_at, s.ended_at, s.second_factor, s.second_factor_id,
                a.disabled_at, s.end_reason
            FROM sessions s JOIN accounts a ON a.app = s.app AND a.id = s.account WHERE s.id = :id
            """)
        row.bind("id", id.description)
        guard try row.next() else { return nil }
        return SessionState(session: try row.session(), disabledAt: row.optionalDate("disabled_at"))
    }

    func sessions(of account: AccountID, in app: AppID) throws(StorageError) -> [Session] {
        var row = try connection.prepare(
            """
            SELECT id, app, account, method, created_at, auth_time, refreshed_at, rotated_at, generation,
                acknowledged, expires_at, idle_expires_at, ended_at, second_factor, second_factor_id, end_reason
            FROM sessions WHERE app = :app AND account = :account ORDER BY created_at DESC, id DESC
            """)
        row.bind("app", app.description)
        row.bind("account", account.description)
        var sessions: [Session] = []
        while try row.next() { sessions.append(try row.session()) }
        return sessions
    }

    /// Returns the number of an account's sessions, live and ended, read from the index only.
    func sessionCount(of account: AccountID, in app: AppID) throws(StorageError) -> Int {
        var row = try connection.prepare(
            "SELECT count(*) AS count FROM sessions WHERE app = :app AND account = :account")
        row.bind("app", app.description)
        row.bind("account", account.description)
        return try row.next() ? row.integer("count") : 0
    }
}

extension SQLiteTransaction {
    func insertSession(_ session: Session) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO sessions (
                id, app, account, method, created_at, expires_at, auth_time, refreshed_at, rotated_at, generation,
                acknowledged, idle_expires_at, ended_at, end_reason, second_factor, second_factor_id, purge_day)
            VALUES (:id, :app, :account, :method, :created_at, :expires_at, :auth_time, :refreshed_at, :rotated_at,
                :generation, :acknowledged, :idle_expires_at, :ended_at, :end_reason, :second_factor, :second_factor_id,
                :purge_day)
            """)
        row.bind("id", session.id.description)
        row.bind("app", session.app.description)
        row.bind("account", session.account.description)
        row.bind("method", session.method.rawValue)
        row.bind("created_at", session.createdAt)
        row.bind("expires_at", session.expiresAt)
        row.bindChanging(session)
        try row.run()
    }

    func update(_ session: Session) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE sessions SET auth_time = :auth_time, refreshed_at = :refreshed_at, rotated_at = :rotated_at,
                generation = :generation, acknowledged = :acknowledged, idle_expires_at = :idle_expires_at, ended_at = :ended_at, end_reason = :end_reason,
                second_factor = :second_factor, second_factor_id = :second_factor_id, purge_day = :purge_day
            WHERE id = :id
            """)
        row.bindChanging(session)
        row.bind("id", session.id.description)
        try row.run()
        guard let termination = session.termination else { return }
        try deleteDevices(of: session.id)
        try noteEnding(of: session.id, at: termination.at)
    }
}

extension Statement {
    /// Binds the columns that an update writes.
    fileprivate mutating func bindChanging(_ session: Session) {
        bind("auth_time", session.authTime)
        bind("refreshed_at", session.refreshedAt)
        bind("rotated_at", session.rotatedAt)
        bind("generation", session.generation)
        bind("acknowledged", session.acknowledgedGeneration)
        bind("idle_expires_at", session.idleExpiresAt)
        bind("ended_at", session.termination?.at)
        bind("end_reason", session.termination?.reason.rawValue)
        bind(
            "second_factor",
            session.secondFactor == .pending ? Self.awaited : session.secondFactor.verified?.kind.rawValue
        )
        bind("second_factor_id", session.secondFactor.verified?.id)
        bind("purge_day", min(session.expiresAt, session.idleExpiresAt).daysSince1970)
    }

    private static let awaited = "awaited"

    private func ending() throws(StorageError) -> Session.Termination? {
        guard let time = optionalDate("ended_at") else { return nil }
        return Session.Termination(at: time, reason: try value("end_reason"))
    }

    private func secondFactor() throws(StorageError) -> SecondFactorState {
        guard let word = optionalText("second_factor") else { return .notRequired }
        if word == Self.awaited { return .pending }
        return .verified(VerifiedFactor(kind: try value("second_factor"), id: optionalText("second_factor_id")))
    }

    fileprivate func session() throws(StorageError) -> Session {
        Session(
            id: SessionID(text("id")), app: try app("app"), account: AccountID(text("account")),
            method: try value("method"), createdAt: date("created_at"), authTime: date("auth_time"),
            refreshedAt: date("refreshed_at"), rotatedAt: optionalDate("rotated_at"), generation: integer("generation"),
            acknowledgedGeneration: integer("acknowledged"), expiresAt: date("expires_at"),
            idleExpiresAt: date("idle_expires_at"), ending: try ending(), secondFactor: try secondFactor())
    }
}

extension Date {
    /// The number of complete days since 1970 in UTC.
    var daysSince1970: Int64 {
        Int64((Double(millisecondsSince1970) / 86_400_000).rounded(.down))
    }
}
