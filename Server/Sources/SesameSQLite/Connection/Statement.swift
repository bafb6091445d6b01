import CSQLite
import Foundation
import SesameAccounts

/// A prepared statement in use. At the end of its life it is reset and forgets its values.
///
/// Values are bound in the order of the placeholders; columns are read by index, from 0.
struct Statement: ~Copyable {
    private let statement: OpaquePointer
    private let database: OpaquePointer
    private var bound: Int32 = 0
    private var failure = SQLITE_OK

    init(_ statement: OpaquePointer, of database: OpaquePointer) {
        self.statement = statement
        self.database = database
    }

    deinit {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    // MARK: - Running

    /// Goes to the next row; false when there is none.
    mutating func next() throws(StorageError) -> Bool {
        guard failure == SQLITE_OK else { throw .sqlite(failure, nil) }
        let code = sqlite3_step(statement)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw .sqlite(code, database)
        }
    }

    /// Runs to the end.
    mutating func run() throws(StorageError) {
        while try next() {}
    }

    // MARK: - Values

    mutating func bind(_ value: Int64) {
        bound += 1
        note(sqlite3_bind_int64(statement, bound, value))
    }

    mutating func bind(_ value: Int64?) {
        if let value { bind(value) } else { bindNull() }
    }

    mutating func bind(_ value: Int) {
        bind(Int64(value))
    }

    mutating func bind(_ value: Bool) {
        bind(Int64(value ? 1 : 0))
    }

    mutating func bind(_ value: Date) {
        bind(value.millisecondsSince1970)
    }

    mutating func bind(_ value: Date?) {
        bind(value?.millisecondsSince1970)
    }

    mutating func bind(_ value: String) {
        bound += 1
        var value = value
        let code = value.withUTF8 { bytes in
            // An empty string may have no address, which SQLite would take for NULL.
            bytes.withMemoryRebound(to: CChar.self) { characters in
                csqlite_bind_text(
                    statement, bound, characters.baseAddress ?? Self.nothing, Int32(clamping: bytes.count))
            }
        }
        note(code)
    }

    mutating func bind(_ value: String?) {
        if let value { bind(value) } else { bindNull() }
    }

    mutating func bind(_ value: [UInt8]) {
        bound += 1
        let code = value.withUnsafeBytes { bytes in
            csqlite_bind_blob(
                statement, bound, bytes.baseAddress ?? UnsafeRawPointer(Self.nothing), Int32(clamping: bytes.count))
        }
        note(code)
    }

    mutating func bind(_ value: [UInt8]?) {
        if let value { bind(value) } else { bindNull() }
    }

    /// Binds text that is there as UTF-8.
    mutating func bind(text: [UInt8]) {
        bound += 1
        let code = text.withUnsafeBytes { bytes in
            csqlite_bind_text(
                statement, bound, bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.nothing,
                Int32(clamping: bytes.count))
        }
        note(code)
    }

    private mutating func bindNull() {
        bound += 1
        note(sqlite3_bind_null(statement, bound))
    }

    private mutating func note(_ code: Int32) {
        if code != SQLITE_OK { failure = code }
    }

    private static var nothing: UnsafePointer<CChar> {
        let empty: StaticString = ""
        return UnsafeRawPointer(empty.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    // MARK: - Columns

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int {
        Int(sqlite3_column_int64(statement, column))
    }

    func integer64(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    func bool(_ column: Int32) -> Bool {
        sqlite3_column_int64(statement, column) != 0
    }

    func date(_ column: Int32) -> Date {
        Date(millisecondsSince1970: sqlite3_column_int64(statement, column))
    }

    func optionalDate(_ column: Int32) -> Date? {
        isNull(column) ? nil : date(column)
    }

    func text(_ column: Int32) -> String {
        optionalText(column) ?? ""
    }

    func optionalText(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    // MARK: - Columns that must hold one of a few values

    func app(_ column: Int32) throws(StorageError) -> AppID {
        guard let app = AppID(text(column)) else { throw .corrupt("a row of an app with an impossible name") }
        return app
    }

    func value<Value: RawRepresentable<String>>(_ column: Int32) throws(StorageError) -> Value {
        guard let value = Value(rawValue: text(column)) else {
            throw .corrupt("a row with an unknown \(Value.self)")
        }
        return value
    }
}
