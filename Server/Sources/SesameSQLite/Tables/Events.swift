import Foundation
import SesameAccounts

extension SQLiteReading {
    func events(
        of account: AccountID, in app: AppID, limit: Int
    ) throws(StorageError) -> [SecurityEvent] {
        try events(matching: EventQuery(app: app, account: account, limit: limit)).events.map(\.event)
    }

    func events(matching query: EventQuery) throws(StorageError) -> EventPage {
        let isForward: Bool
        var (lowest, highest): (Int64, Int64) = (1, .max)
        switch query.position {
        case .newest: isForward = false
        case .before(let number):
            isForward = false
            highest = max(0, number - 1)
        case .after(let number):
            isForward = true
            lowest = max(0, min(number, .max - 1)) + 1
        }
        // An account's events are few and are found by an index. Other events are scanned in order.
        if query.account == nil {
            let last = try bound("SELECT max(id) AS bound FROM events")
            if isForward {
                highest = min(last, lowest + (EventQuery.maxScanned - 1))
            } else {
                highest = min(highest, last)
                lowest = max(1, highest - (EventQuery.maxScanned - 1))
            }
        }
        let found = try events(matching: query, from: lowest, to: highest, isForward: isForward)
        if isForward {
            let reached = found.count < query.limit && query.account == nil ? highest : found.last?.number
            return EventPage(events: found, next: max(reached ?? 0, lowest - 1))
        }
        if found.count >= query.limit { return EventPage(events: found, next: found.last?.number) }
        guard query.account == nil, try hasEvents(before: lowest, since: query.since) else {
            return EventPage(events: found, next: nil)
        }
        return EventPage(events: found, next: lowest)
    }

    /// Returns true if an event with a lower number may be recent enough for the query. Allows for a clock that was set
    /// back by up to a day.
    private func hasEvents(before number: Int64, since: Date?) throws(StorageError) -> Bool {
        var row = try connection.prepare("SELECT at FROM events WHERE id < :number ORDER BY id DESC LIMIT 1")
        row.bind("number", number)
        guard try row.next() else { return false }
        return since.map { row.date("at") >= $0.addingTimeInterval(-86_400) } ?? true
    }

    private func bound(_ statement: StaticString) throws(StorageError) -> Int64 {
        var row = try connection.prepare(statement)
        return try row.next() ? row.integer64("bound") : 0
    }

    private func events(
        matching query: EventQuery, from lowest: Int64, to highest: Int64, isForward: Bool
    ) throws(StorageError) -> [SequencedEvent] {
        let statement: StaticString =
            switch (query.account == nil, isForward) {
            case (true, false): EventStatement.backward
            case (true, true): EventStatement.forward
            case (false, false): EventStatement.backwardOfAccount
            case (false, true): EventStatement.forwardOfAccount
            }
        var row = try connection.prepare(statement)
        row.bind("lowest", lowest)
        row.bind("highest", highest)
        row.bind("app", query.app?.description)
        row.bind(
            "kinds", query.kinds.isEmpty ? nil : " \(query.kinds.map(\.rawValue).sorted().joined(separator: " ")) ")
        row.bind("since", query.since?.millisecondsSince1970 ?? .min)
        row.bind("until", query.until?.millisecondsSince1970 ?? .max)
        row.bind("limit", max(0, query.limit))
        if let account = query.account { row.bind("account", account.description) }
        var events: [SequencedEvent] = []
        while try row.next() { events.append(try row.event()) }
        return events
    }
}

/// The statements that read events in both directions: of one account by an index, of all accounts by a scan.
private enum EventStatement {
    static let backward: StaticString = """
        SELECT id, app, account, kind, session, at, request_id, detail, network, actor, count FROM events
        WHERE id BETWEEN :lowest AND :highest AND (:app IS NULL OR app = :app) AND (:kinds IS NULL OR instr(:kinds,
            ' ' || kind || ' '))
            AND at >= :since AND at < :until
        ORDER BY id DESC LIMIT :limit
        """
    static let forward: StaticString = """
        SELECT id, app, account, kind, session, at, request_id, detail, network, actor, count FROM events
        WHERE id BETWEEN :lowest AND :highest AND (:app IS NULL OR app = :app) AND (:kinds IS NULL OR instr(:kinds,
            ' ' || kind || ' '))
            AND at >= :since AND at < :until
        ORDER BY id LIMIT :limit
        """
    static let backwardOfAccount: StaticString = """
        SELECT id, app, account, kind, session, at, request_id, detail, network, actor, count FROM events
        WHERE account = :account AND app = :app AND id BETWEEN :lowest AND :highest
            AND (:kinds IS NULL OR instr(:kinds, ' ' || kind || ' '))
            AND at >= :since AND at < :until
        ORDER BY id DESC LIMIT :limit
        """
    static let forwardOfAccount: StaticString = """
        SELECT id, app, account, kind, session, at, request_id, detail, network, actor, count FROM events
        WHERE account = :account AND app = :app AND id BETWEEN :lowest AND :highest
            AND (:kinds IS NULL OR instr(:kinds, ' ' || kind || ' '))
            AND at >= :since AND at < :until
        ORDER BY id LIMIT :limit
        """
}

extension Statement {
    fileprivate func event() throws(StorageError) -> SequencedEvent {
        SequencedEvent(
            number: integer64("id"),
            event: SecurityEvent(
                kind: try value("kind"), app: isNull("app") ? nil : try app("app"),
                account: optionalText("account").map(AccountID.init),
                session: optionalText("session").map(SessionID.init), at: date("at"), requestID: text("request_id"),
                detail: optionalText("detail"), network: optionalText("network"), actor: optionalText("actor"),
                count: integer("count")))
    }
}

extension SQLiteTransaction {
    func keep(_ event: SecurityEvent) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO events (app, account, kind, session, at, request_id, detail, network, actor, count)
            VALUES (:app, :account, :kind, :session, :at, :request_id, :detail, :network, :actor, :count)
            """)
        row.bind("app", event.app?.description)
        row.bind("account", event.account?.description)
        row.bind("kind", event.kind.rawValue)
        row.bind("session", event.session?.description)
        row.bind("at", event.at)
        row.bind("request_id", event.requestID)
        row.bind("detail", event.detail)
        row.bind("network", event.network)
        row.bind("actor", event.actor)
        row.bind("count", event.count)
        try row.run()
        if let app = event.app { traces.events.append(StorageCommit.Event(app: app, kind: event.kind)) }
    }
}
