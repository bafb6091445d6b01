import Foundation
import SesameAccounts
import Testing

@testable import SesameOperations

/// Tests of the deletion journal on disk.
struct DeletionJournalFileTests {
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("sesame-\(UUID().uuidString).jsonl").path
    private static let start = Date(millisecondsSince1970: 1_790_000_000_123)

    private func journal(
        of database: [UInt8] = database, forgettingBefore time: Date = start
    ) throws -> DeletionJournalFile {
        try DeletionJournalFile(path, database: database, forgettingBefore: time)
    }

    private static let database: [UInt8] = Array(repeating: 7, count: 16)
    private static let oldHeader = "{\"database\":\"BwcHBwcHBwcHBwcHBwcHBw\"}\n"

    /// Returns the first line of the file, which must name the database and have a random id.
    private func header() throws -> String {
        let content = try JournalContent(of: path)
        #expect(content.header?.database == Self.database && content.entries.journal.count == 16)
        return String(decoding: try #require(content.header).line, as: UTF8.self)
    }

    private static func tombstone(_ number: UInt8, after seconds: Double = 0) -> Tombstone {
        Tombstone(digest: Array(repeating: number, count: 32), at: start.addingTimeInterval(seconds), cause: .deleted)
    }

    private func cutoffs(_ accounts: UInt8..., after seconds: Double = 0) -> [[UInt8]: Date] {
        Dictionary(
            uniqueKeysWithValues: accounts.map {
                (Array(repeating: $0, count: 32), Self.start.addingTimeInterval(seconds))
            })
    }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func tail(_ text: String) throws {
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    @Test func `entries are read back by the same journal and by the next one`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let notes = [Self.tombstone(1), Self.tombstone(2, after: 1.5)]
        let first = try journal()
        #expect(try await first.entries().tombstones == [])
        try await first.append([notes[0]])
        try await first.append([notes[1]])
        #expect(try await first.entries().tombstones == notes)
        #expect(try await journal().entries().tombstones == notes)
        #expect(try JournalContent(of: path).entries.tombstones == notes)
        #expect(
            try text().hasPrefix(
                header() + "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"at\":1790000000123}\n"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `half a line left by a crash is cut off and overwritten`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await journal().append([Self.tombstone(1)])
        try tail("{\"account\":\"AQEB")
        let next = try journal()
        try await next.append([Self.tombstone(2)])
        #expect(try await next.entries().tombstones == [Self.tombstone(1), Self.tombstone(2)])
        #expect(try JournalContent(of: path).entries.tombstones == [Self.tombstone(1), Self.tombstone(2)])
    }

    @Test(arguments: [
        "\n", "{}\n", oldHeader, "x\n", "{\"account\":\"AQEB\",\"at\":1}\n", "{\"account\":\"\",\"at\":1}\n",
        "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"at\":1,\"more\":1}\n",
        "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"at\":\"1\"}\n",
        "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"at\":}\n",
        "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"at\":01}\n",
        "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"at\":1000000000000000000}\n",
        "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQF\",\"at\":1}\n",
        "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"notBefore\":1}\n",
        "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"notBefore\":1,\"number\":2,\"at\":3}\n",
    ])
    func `a malformed line throws an error with its line number`(line: String) async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await journal().append([Self.tombstone(1)])
        try tail(line)
        #expect(throws: DeletionJournalFile.Failure.malformed(line: 3)) { try journal() }
    }

    @Test func `old entries are dropped when the journal is opened`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await journal().append([Self.tombstone(1), Self.tombstone(2, after: 10)])
        let next = try journal(forgettingBefore: Self.start.addingTimeInterval(10))
        try await next.append([Self.tombstone(3, after: 11)])
        let content = try JournalContent(of: path)
        #expect(content.entries.tombstones == [Self.tombstone(2, after: 10), Self.tombstone(3, after: 11)])
        #expect(content.header?.database == Self.database)
    }

    @Test func `old entries that cannot be removed stay, and the next ones follow them`() async throws {
        let draft = path + ".new"
        defer { for file in [path, draft] { try? FileManager.default.removeItem(atPath: file) } }
        try await journal().append([Self.tombstone(1)])
        // A folder of that name keeps the journal from being written anew.
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
        let next = try journal(forgettingBefore: Self.start.addingTimeInterval(10))
        try await next.append([Self.tombstone(2, after: 10)])
        #expect(try JournalContent(of: path).entries.tombstones == [Self.tombstone(1), Self.tombstone(2, after: 10)])
    }

    @Test func `a symbolic link to a journal stays one when old entries are dropped`() async throws {
        let target = path + ".target"
        defer { for file in [path, target] { try? FileManager.default.removeItem(atPath: file) } }
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        try await journal().append([Self.tombstone(1), Self.tombstone(2, after: 10)])
        _ = try journal(forgettingBefore: Self.start.addingTimeInterval(10))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        #expect(try JournalContent(of: target).entries.tombstones == [Self.tombstone(2, after: 10)])
    }

    @Test func `a journal belongs to the database for which it was first opened`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try DeletionJournalFile.database(of: path) == nil)
        _ = try journal()
        #expect(try DeletionJournalFile.database(of: path) == Self.database)
        #expect(try text() == header())
        #expect(throws: DeletionJournalFile.Failure.otherDatabase) {
            try journal(of: Array(repeating: 8, count: 16))
        }
        #expect(try text() == header())
    }

    @Test func `a journal that names no database gets the name and keeps its entries`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await journal().append([Self.tombstone(1)])
        try text().dropFirst(header().count).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try DeletionJournalFile.database(of: path) == nil)
        #expect(try await journal().entries().tombstones == [Self.tombstone(1)])
        #expect(try text().hasPrefix(header()))
    }

    @Test func `a journal that cannot be opened throws an error with the reason`() {
        #expect(throws: DeletionJournalFile.Failure.inaccessible("No such file or directory")) {
            try DeletionJournalFile(
                "/nowhere/deletions.jsonl", database: Self.database, forgettingBefore: Self.start)
        }
    }

    @Test func `a journal without an id of its own gets one and keeps its entries`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await journal().append([Self.tombstone(1)])
        let lines = try text().split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
        try (Self.oldHeader + lines).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try await journal().entries().tombstones == [Self.tombstone(1)])
        #expect(try text() == header() + lines)
    }

    @Test func `ends of sessions are read back among deletions, each group under its number`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = try journal(forgettingBefore: .distantPast)
        let id = try JournalContent(of: path).entries.journal
        try await first.append([Self.tombstone(1)])
        #expect(try await first.append(cutoffs(1), after: []) == JournalPosition(journal: id, number: 1))
        try await first.append([Self.tombstone(3, after: -2_000_000_000)])
        #expect(try await first.append(cutoffs(2, 3, after: 1.5), after: []) == JournalPosition(journal: id, number: 2))
        let entries = try await first.entries()
        #expect(entries.tombstones == [Self.tombstone(1), Self.tombstone(3, after: -2_000_000_000)])
        #expect(entries.cutoffs.map(\.number) == [1, 2, 2])
        #expect(entries.lastCutoffs == cutoffs(1).merging(cutoffs(2, 3, after: 1.5)) { one, _ in one })
        #expect(
            try text().contains(
                "{\"account\":\"AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI\",\"notBefore\":1790000001623,\"number\":2}\n"
            ))
        let next = try journal(forgettingBefore: .distantPast)
        #expect(try await next.entries() == entries)
        #expect(try await next.append(cutoffs(1), after: []).number == 3)
        #expect(try await next.entries().cutoffs.count == 4)
    }

    @Test func `replaced and old ends of sessions are dropped when the journal is opened`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = try journal()
        for second in 1...3 { _ = try await first.append(cutoffs(1, after: Double(second)), after: []) }
        _ = try await first.append(cutoffs(2, after: 2), after: [])
        // At most half of the entries are replaced, so the file stays as it is.
        #expect(try await journal().entries().cutoffs.count == 4)
        _ = try await first.append(cutoffs(2, after: 1), after: [])
        let latest = try await journal().entries().cutoffs
        #expect(latest.map(\.number) == [3, 5])
        #expect(latest.map(\.notBefore) == [3, 2].map(Self.start.addingTimeInterval))
        let later = try journal(forgettingBefore: Self.start.addingTimeInterval(2.5))
        #expect(try await later.entries().cutoffs.map(\.number) == [3])
    }

    @Test func `a journal that has grown is written anew while it is used`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let journal = try growing(by: 1_000)
        func sizes(adding count: Int) async throws -> [Int] {
            for _ in 0..<count { _ = try await journal.append(cutoffs(1), after: []) }
            try await journal.append([Self.tombstone(2)])
            let before = try text().utf8.count
            await journal.compact(forgettingBefore: Self.start)
            return [before, try text().utf8.count]
        }
        let few = try await sizes(adding: 3)
        #expect(few[0] == few[1])
        let many = try await sizes(adding: 40)
        #expect(many[0] > 3_000 && many[1] < 400)
        // The next entries follow those of the new file.
        #expect(try await journal.append(cutoffs(3), after: []).number == 44)
        let entries = try JournalContent(of: path).entries
        #expect(entries.cutoffs.map(\.number) == [43, 44])
        #expect(entries.tombstones == [Self.tombstone(2), Self.tombstone(2)])
        #expect(try await journal.entries() == entries)
    }

    @Test func `a journal that cannot be written anew stays as it is, and the next attempt waits`() async throws {
        let draft = path + ".new"
        defer { for file in [path, draft] { try? FileManager.default.removeItem(atPath: file) } }
        let journal = try growing(by: 500)
        for _ in 0..<20 { _ = try await journal.append(cutoffs(1), after: []) }
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
        let before = try text()
        await journal.compact(forgettingBefore: Self.start)
        #expect(try text() == before)
        try FileManager.default.removeItem(atPath: draft)
        await journal.compact(forgettingBefore: Self.start)
        #expect(try text() == before)
        #expect(try await journal.append(cutoffs(2), after: []).number == 21)
        #expect(try await journal.entries().cutoffs.count == 21)
    }

    @Test func `a number is higher than every position of the journal that is in use`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let journal = try journal()
        let id = try await journal.entries().journal
        let positions = [JournalPosition(journal: id, number: 9), JournalPosition(journal: [1], number: 99)]
        #expect(try await journal.append(cutoffs(1), after: positions).number == 10)
        #expect(try await journal.append(cutoffs(1), after: []).number == 11)
    }

    @Test(arguments: ["cut", "copied", "removed"])
    func `a journal that was replaced while it was used takes no entry before a restart`(how: String) async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let running = try journal()
        try await running.append([Self.tombstone(1)])
        let copy = try text()
        try await running.append([Self.tombstone(2)])
        if how == "removed" {
            try FileManager.default.removeItem(atPath: path)
        } else {
            try copy.write(toFile: path, atomically: how == "copied", encoding: .utf8)
        }
        await #expect(throws: StorageError.unavailable("the deletion journal was replaced; restart the server")) {
            try await running.append([Self.tombstone(3)])
        }
        #expect(FileManager.default.fileExists(atPath: path) == (how != "removed"))
        if how != "removed" { #expect(try text() == copy) }
        // The next start adds what is missing.
        try await journal().append([Self.tombstone(2), Self.tombstone(3)])
        #expect(try JournalContent(of: path).entries.tombstones.last == Self.tombstone(3))
    }

    @Test func `a journal without entries continues another one, and one with entries does not`() async throws {
        let original = path + ".original"
        defer { for file in [path, original] { try? FileManager.default.removeItem(atPath: file) } }
        let first = try DeletionJournalFile(original, database: Self.database, forgettingBefore: Self.start)
        try await first.append([Self.tombstone(1)])
        _ = try await first.append(cutoffs(1), after: [])
        let content = try JournalContent(of: original)
        func continued() throws -> DeletionJournalFile {
            try DeletionJournalFile(
                path, database: Self.database, continuing: content, forgettingBefore: Self.start)
        }
        #expect(try await continued().entries() == content.entries)
        #expect(try JournalContent(of: path).header == content.header)
        try FileManager.default.removeItem(atPath: path)
        try await journal().append([Self.tombstone(2)])
        #expect(try await continued().entries().tombstones == [Self.tombstone(2)])
    }

    @Test func `a journal that cannot be read names no database by mistake`() throws {
        #expect(throws: DeletionJournalFile.Failure.self) {
            try DeletionJournalFile.database(of: FileManager.default.temporaryDirectory.path)
        }
    }

    private func growing(by growth: Int) throws -> DeletionJournalFile {
        try DeletionJournalFile(path, database: Self.database, forgettingBefore: Self.start, growth: growth)
    }
}
