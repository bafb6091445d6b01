import SesameAccounts

extension SQLiteReading {
    func messageCount(of counter: MessageCounter) throws(StorageError) -> Int {
        var row = try connection.prepare(MessageCountStatements.count)
        row.bind(counter)
        return try row.next() ? row.integer("count") : 0
    }
}

extension SQLiteTransaction {
    func countMessage(in counter: MessageCounter) throws(StorageError) {
        var row = try connection.prepare(MessageCountStatements.add)
        row.bind(counter)
        try row.run()
    }
}

/// The statements that read and increment a message counter. Each addresses one row by its full primary key.
enum MessageCountStatements {
    static let count: StaticString = """
        SELECT count FROM message_counts WHERE day = :day AND key = :key AND scope = :scope
            AND channel = :channel AND app = :app
        """
    static let add: StaticString = """
        INSERT INTO message_counts (day, key, scope, channel, app, count)
            VALUES (:day, :key, :scope, :channel, :app, 1)
        ON CONFLICT (day, key, scope, channel, app) DO UPDATE SET count = count + 1
        """
}

extension Statement {
    fileprivate mutating func bind(_ counter: MessageCounter) {
        bind("day", Int64(counter.day))
        bind("key", counter.key)
        bind("scope", counter.rule.scope.rawValue)
        bind("channel", counter.rule.channel.rawValue)
        bind("app", counter.app.description)
    }
}
