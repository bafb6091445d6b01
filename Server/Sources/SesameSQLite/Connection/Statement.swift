import CSQLite
import Foundation
import SesameAccounts

/// A prepared statement in use. Its deinitializer resets it and clears its values.
///
/// Values are bound by name, written `:name` in the text, and columns are read by name. The order does not matter.
struct Statement: ~Copyable {
    private let values: NameTable
    private let columns: NameTable
    private let statement: OpaquePointer
    private let database: OpaquePointer
    /// A bit set of the parameters that have a value so far.
    private var given: UInt64 = 0
    private var failure = SQLITE_OK

    init(_ compiled: CompiledStatement, of database: OpaquePointer) {
        (statement, values, columns) = (compiled.pointer, compiled.values, compiled.columns)
        self.database = database
    }

    deinit {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    // MARK: - Running

    /// Advances to the next row. Returns false after the last row. Throws if a parameter is unbound, a parameter was
    /// bound twice, or an unknown name was bound.
    mutating func next() throws(StorageError) -> Bool {
        guard failure == SQLITE_OK else { throw .sqlite(failure, nil) }
        guard given == values.all else { throw .sqlite(SQLITE_MISUSE, nil) }
        let code = sqlite3_step(statement)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw .sqlite(code, database)
        }
    }

    /// Runs the statement to its end and ignores result rows.
    mutating func run() throws(StorageError) {
        while try next() {}
    }

    // MARK: - Values

    mutating func bind(_ name: StaticString, _ value: Int64) {
        let number = number(of: name)
        note(sqlite3_bind_int64(statement, number, value))
    }

    mutating func bind(_ name: StaticString, _ value: Int64?) {
        if let value { bind(name, value) } else { bindNull(name) }
    }

    mutating func bind(_ name: StaticString, _ value: Int) {
        bind(name, Int64(value))
    }

    mutating func bind(_ name: StaticString, _ value: Bool) {
        bind(name, Int64(value ? 1 : 0))
    }

    mutating func bind(_ name: StaticString, _ value: Date) {
        bind(name, value.millisecondsSince1970)
    }

    mutating func bind(_ name: StaticString, _ value: Date?) {
        bind(name, value?.millisecondsSince1970)
    }

    mutating func bind(_ name: StaticString, _ value: String) {
        let number = number(of: name)
        var value = value
        let code = value.withUTF8 { bytes in
            // An empty string may have no address, which SQLite would treat as NULL.
            bytes.withMemoryRebound(to: CChar.self) { characters in
                csqlite_bind_text(
                    statement, number, characters.baseAddress ?? Self.nothing, Int32(clamping: bytes.count))
            }
        }
        note(code)
    }

    mutating func bind(_ name: StaticString, _ value: String?) {
        if let value { bind(name, value) } else { bindNull(name) }
    }

    mutating func bind(_ name: StaticString, _ value: [UInt8]) {
        let number = number(of: name)
        let code = value.withUnsafeBytes { bytes in
            csqlite_bind_blob(
                statement, number, bytes.baseAddress ?? UnsafeRawPointer(Self.nothing), Int32(clamping: bytes.count))
        }
        note(code)
    }

    mutating func bind(_ name: StaticString, _ value: [UInt8]?) {
        if let value { bind(name, value) } else { bindNull(name) }
    }

    /// Binds a text value, given as UTF-8 bytes.
    mutating func bind(_ name: StaticString, text: [UInt8]) {
        let number = number(of: name)
        let code = text.withUnsafeBytes { bytes in
            csqlite_bind_text(
                statement, number, bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.nothing,
                Int32(clamping: bytes.count))
        }
        note(code)
    }

    private mutating func bindNull(_ name: StaticString) {
        let number = number(of: name)
        note(sqlite3_bind_null(statement, number))
    }

    /// Marks a parameter as bound and returns its number in SQLite, from 1. An unknown or repeated name makes the
    /// statement fail when it runs.
    @inline(__always)
    private mutating func number(of name: StaticString) -> Int32 {
        let index = values.index(of: name)
        guard let index, given & (1 << index) == 0 else {
            note(SQLITE_RANGE)
            return 0
        }
        given |= 1 << index
        return Int32(index + 1)
    }

    private mutating func note(_ code: Int32) {
        if code != SQLITE_OK, failure == SQLITE_OK { failure = code }
    }

    private static var nothing: UnsafePointer<CChar> {
        let empty: StaticString = ""
        return UnsafeRawPointer(empty.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    // MARK: - Columns

    func isNull(_ column: StaticString) -> Bool {
        isNull(index(of: column))
    }

    /// Returns the index of a column. A missing column is a programming error.
    @inline(__always)
    private func index(of column: StaticString) -> Int32 {
        guard let index = columns.index(of: column) else { preconditionFailure("no column '\(column)'") }
        return Int32(index)
    }

    private func isNull(_ index: Int32) -> Bool {
        sqlite3_column_type(statement, index) == SQLITE_NULL
    }

    /// The integer in the first column, for statements with one column; 0 for `NULL`.
    var wholeNumber: Int { Int(sqlite3_column_int64(statement, 0)) }

    /// The text in the first column, for statements with one column; empty for `NULL`.
    var text: String { optionalText(at: 0) ?? "" }

    func integer(_ column: StaticString) -> Int {
        Int(sqlite3_column_int64(statement, index(of: column)))
    }

    func integer64(_ column: StaticString) -> Int64 {
        sqlite3_column_int64(statement, index(of: column))
    }

    func bool(_ column: StaticString) -> Bool {
        sqlite3_column_int64(statement, index(of: column)) != 0
    }

    func date(_ column: StaticString) -> Date {
        Date(millisecondsSince1970: sqlite3_column_int64(statement, index(of: column)))
    }

    func optionalDate(_ column: StaticString) -> Date? {
        let index = index(of: column)
        return isNull(index) ? nil : Date(millisecondsSince1970: sqlite3_column_int64(statement, index))
    }

    func text(_ column: StaticString) -> String {
        optionalText(column) ?? ""
    }

    func optionalText(_ column: StaticString) -> String? {
        optionalText(at: index(of: column))
    }

    private func optionalText(at index: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, index) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ column: StaticString) -> [UInt8] {
        let index = index(of: column)
        guard let start = sqlite3_column_blob(statement, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    }

    // MARK: - Columns that must hold one of a few values

    func app(_ column: StaticString) throws(StorageError) -> AppID {
        guard let app = AppID(text(column)) else { throw .corrupt("a row with an invalid app id") }
        return app
    }

    func value<Value: RawRepresentable<String>>(_ column: StaticString) throws(StorageError) -> Value {
        guard let value = Value(rawValue: text(column)) else {
            throw .corrupt("a row with an unknown \(Value.self)")
        }
        return value
    }
}
