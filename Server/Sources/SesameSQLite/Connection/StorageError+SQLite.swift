import CSQLite
import SesameAccounts

extension StorageError {
    /// Creates an error from a result code of SQLite. SQLite's error texts contain names of tables and columns, never
    /// values.
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
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged("SQLite \(code): \(reason)")
        default: return .unavailable("SQLite \(code): \(reason)")
        }
    }

    /// The same failure as `unavailable`, for writers whose valid change was lost with a failed commit.
    var asUnavailable: StorageError {
        switch self {
        case .unavailable: self
        case .conflict, .refused: .unavailable("the transaction could not be committed")
        case .damaged(let reason), .corrupt(let reason): .unavailable(reason)
        }
    }
}
