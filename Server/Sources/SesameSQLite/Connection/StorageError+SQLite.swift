import CSQLite
import SesameAccounts

extension StorageError {
    /// Translates a result code of SQLite. Texts of SQLite name tables and columns, never values.
    static func sqlite(_ code: Int32, _ database: OpaquePointer?) -> StorageError {
        switch code {
        case csqlite_constraint_primary_key, csqlite_constraint_unique, csqlite_constraint_rowid,
            csqlite_constraint_foreign_key:
            return .conflict
        default: break
        }
        let text = database.flatMap(sqlite3_errmsg) ?? sqlite3_errstr(code)
        let reason = text.map { String(cString: $0) } ?? "unknown error"
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt("SQLite \(code): \(reason)")
        default: return .unavailable("SQLite \(code): \(reason)")
        }
    }

    /// The same failure for those whose own change was right, but was not kept.
    var asUnavailable: StorageError {
        switch self {
        case .unavailable: self
        case .conflict, .refused: .unavailable("the transaction could not be committed")
        case .corrupt(let reason): .unavailable(reason)
        }
    }
}
