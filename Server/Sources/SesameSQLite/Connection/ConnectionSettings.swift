import SesameAccounts

/// The SQLite settings of connections. The settings that durability and safety depend on are read back, because SQLite
/// ignores unknown settings.
enum ConnectionSettings {
    static let ofEveryConnection: [StaticString] = [
        "PRAGMA trusted_schema = OFF",
        "PRAGMA cell_size_check = ON",
        "PRAGMA temp_store = MEMORY",
        "PRAGMA foreign_keys = ON",
        "PRAGMA synchronous = FULL",
        "PRAGMA secure_delete = ON",
    ]

    static let ofTheWriter: [StaticString] = [
        "PRAGMA fullfsync = ON",
        "PRAGMA checkpoint_fullfsync = ON",
        "PRAGMA cache_size = -8192",
        "PRAGMA journal_size_limit = 67108864",
    ]

    static let ofReaders: [StaticString] = [
        "PRAGMA query_only = ON",
        "PRAGMA cache_size = -2048",
    ]

    /// Enables the write-ahead log. Throws ``SQLiteOpenError/setting(name:value:)`` if a required setting has not taken
    /// effect.
    static func pin(_ connection: Connection) throws(SQLiteOpenError) {
        let journal: String
        var values: [(name: String, value: Int, expected: Int)] = []
        do throws(StorageError) {
            journal = try connection.text("PRAGMA journal_mode = WAL")
            values.append(("synchronous", try connection.integer("PRAGMA synchronous"), 2))
            values.append(("foreign_keys", try connection.integer("PRAGMA foreign_keys"), 1))
            values.append(("secure_delete", try connection.integer("PRAGMA secure_delete"), 1))
        } catch {
            throw .database(error)
        }
        guard journal == "wal" else { throw .setting(name: "journal_mode", value: journal) }
        for (name, value, expected) in values where value != expected {
            throw .setting(name: name, value: String(value))
        }
    }
}
