import Foundation
import SesameAccounts
import SesameCore
import SesameTokens
import SesameWire

/// The first line of a deletion journal's file.
struct JournalHeader: Equatable {
    /// The id of the database that the journal belongs to.
    let database: [UInt8]
    /// See ``JournalEntries/journal``.
    let journal: [UInt8]

    /// The line, with its line ending.
    var line: [UInt8] {
        Array(
            "{\"database\":\"\(Base64URL.encode(database))\",\"journal\":\"\(Base64URL.encode(journal))\"}\n".utf8)
    }
}

/// The complete lines of a deletion journal's file.
struct JournalContent {
    /// Nil if the journal is empty or has only entries. The first versions named only the database; the journal's id is
    /// then empty.
    private(set) var header: JournalHeader?
    var entries = JournalEntries(journal: [])
    /// The length of these lines, in bytes.
    var length = 0

    /// Returns true if the journal belongs to the database, or names none.
    func isOf(_ database: [UInt8]) -> Bool { header == nil || header?.database == database }

    /// Reads a journal, without a line that is incomplete; no content if there is no file. Throws if a complete line is
    /// invalid.
    init(of path: String) throws(DeletionJournalFile.Failure) {
        let data = FileManager.default.contents(atPath: path)
        guard data != nil || access(path, F_OK) != 0 else { throw .failed() }
        try self.init(parsing: Array(data ?? Data()))
    }

    /// Reads the complete lines.
    init(parsing bytes: [UInt8]) throws(DeletionJournalFile.Failure) {
        var number = 0
        while let end = bytes[length...].firstIndex(of: JournalLine.end) {
            number += 1
            guard let line = JournalLine(bytes[length..<end]) else { throw .malformed(line: number) }
            switch line {
            case .deletion(let tombstone): entries.tombstones.append(tombstone)
            case .cutoff(let cutoff): entries.cutoffs.append(cutoff)
            case .header(let found):
                guard number == 1 else { throw .malformed(line: number) }
                header = found
                entries.journal = found.journal
            }
            length = end + 1
        }
    }
}

extension DeletionJournalFile {
    /// Returns the id of the database that the journal belongs to; nil if there is no journal, or it names none. Reads
    /// only the first line.
    package static func database(of path: String) throws(Failure) -> [UInt8]? {
        guard let file = FileHandle(forReadingAtPath: path) else {
            guard access(path, F_OK) != 0 else { throw .failed() }
            return nil
        }
        defer { try? file.close() }
        let start: Data
        do { start = try file.read(upToCount: 1_000) ?? Data() } catch { throw .failed() }
        guard let end = start.firstIndex(of: JournalLine.end) else {
            // A line of this length is not ours.
            guard start.count < 1_000 else { throw .malformed(line: 1) }
            return nil
        }
        return try JournalContent(parsing: Array(start[...end])).header?.database
    }
}

/// A line of a journal. Its form is fixed, so that a journal of a million lines does not delay the start.
private enum JournalLine {
    case header(JournalHeader)
    case deletion(Tombstone)
    case cutoff(SessionCutoff)

    static let end = UInt8(ascii: "\n")

    /// Parses a line, without its line ending. Returns nil if its form is invalid.
    init?(_ line: ArraySlice<UInt8>) {
        var rest = line
        if rest.removes(Literal.account) {
            guard let digest = Base64URL.decode(rest.prefix(43)), digest.count == 32 else { return nil }
            rest = rest.dropFirst(43)
            if rest.removes(Literal.at) {
                guard let time = rest.removeInteger() else { return nil }
                self = .deletion(Tombstone(digest: digest, at: Date(millisecondsSince1970: time), cause: .deleted))
            } else {
                guard rest.removes(Literal.notBefore), let time = rest.removeInteger(), rest.removes(Literal.number),
                    let number = rest.removeInteger(), number < 1 << 50
                else { return nil }
                self = .cutoff(
                    SessionCutoff(digest: digest, notBefore: Date(millisecondsSince1970: time), number: number))
            }
            guard rest.elementsEqual(Literal.close) else { return nil }
        } else {
            // This line occurs once, and is older.
            guard let members = (try? JSONValue(parsing: Array(line)))?.object?.members,
                ["database", "journal"].starts(with: members.map(\.name)),
                let ids = try? members.map({ try Self.id($0.value) }), let database = ids.first
            else { return nil }
            self = .header(JournalHeader(database: database, journal: ids.dropFirst().first ?? []))
        }
    }

    private static func id(_ value: JSONValue) throws(DeletionJournalFile.Failure) -> [UInt8] {
        guard let text = value.string, let id = Base64URL.decode(text) else { throw .malformed(line: 1) }
        return id
    }

    enum Literal {
        static let account = Array("{\"account\":\"".utf8)
        static let at = Array("\",\"at\":".utf8)
        static let notBefore = Array("\",\"notBefore\":".utf8)
        static let number = Array(",\"number\":".utf8)
        static let close = Array("}".utf8)
    }
}

extension JournalEntries {
    /// The journal's lines of the entries, with line endings.
    var lines: [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(100 * (tombstones.count + cutoffs.count))
        for tombstone in tombstones {
            lines += JournalLine.Literal.account + Base64URL.encodedBytes(tombstone.digest) + JournalLine.Literal.at
            lines += "\(tombstone.at.millisecondsSince1970)}\n".utf8
        }
        for cutoff in cutoffs {
            lines += JournalLine.Literal.account + Base64URL.encodedBytes(cutoff.digest)
            lines += JournalLine.Literal.notBefore
            lines += "\(cutoff.notBefore.millisecondsSince1970),\"number\":\(cutoff.number)}\n".utf8
        }
        return lines
    }
}

extension ArraySlice<UInt8> {
    /// Removes the given bytes from the start; returns false if the slice starts with other bytes.
    fileprivate mutating func removes(_ bytes: [UInt8]) -> Bool {
        guard starts(with: bytes) else { return false }
        self = dropFirst(bytes.count)
        return true
    }

    /// Removes an integer of up to 18 digits from the start, and returns it; nil if there is none.
    fileprivate mutating func removeInteger() -> Int64? {
        let isNegative = removes([UInt8(ascii: "-")])
        let digits = prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard !digits.isEmpty, digits.count <= 18, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
            return nil
        }
        self = dropFirst(digits.count)
        let value = digits.reduce(0 as Int64) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return isNegative ? -value : value
    }
}
