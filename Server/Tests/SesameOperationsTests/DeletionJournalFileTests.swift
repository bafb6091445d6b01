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
    private static let header = "{\"database\":\"BwcHBwcHBwcHBwcHBwcHBw\"}\n"

    private static func tombstone(_ number: UInt8, after seconds: Double = 0) -> Tombstone {
        Tombstone(digest: Array(repeating: number, count: 32), at: start.addingTimeInterval(seconds), cause: .deleted)
    }

    private static func cutoff(_ account: UInt8, after seconds: Double = 0, number: Int64) -> SessionCutoff {
        SessionCutoff(
            digest: Array(repeating: account, count: 32), notBefore: start.addingTimeInterval(seconds), number: number)
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
        try await first.append(JournalEntries(tombstones: [notes[0]]))
        try await first.append(JournalEntries(tombstones: [notes[1]]))
        #expect(try await first.entries().tombstones == notes)
        #expect(try await journal().entries().tombstones == notes)
        #expect(try JournalContent(of: path).entries.tombstones == notes)
        #expect(
            try text().hasPrefix(
                Self.header + "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"at\":1790000000123}\n"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `half a line left by a crash is cut off and overwritten`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await journal().append(JournalEntries(tombstones: [Self.tombstone(1)]))
        try tail("{\"account\":\"AQEB")
        let next = try journal()
        try await next.append(JournalEntries(tombstones: [Self.tombstone(2)]))
        #expect(try await next.entries().tombstones == [Self.tombstone(1), Self.tombstone(2)])
        #expect(try JournalContent(of: path).entries.tombstones == [Self.tombstone(1), Self.tombstone(2)])
    }

    @Test(arguments: [
        "\n", "{}\n", header, "x\n", "{\"account\":\"AQEB\",\"at\":1}\n", "{\"account\":\"\",\"at\":1}\n",
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
        try await journal().append(JournalEntries(tombstones: [Self.tombstone(1)]))
        try tail(line)
        #expect(throws: DeletionJournalFile.Failure.malformed(line: 3)) { try journal() }
    }

    @Test func `old entries are dropped when the journal is opened`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await journal().append(JournalEntries(tombstones: [Self.tombstone(1), Self.tombstone(2, after: 10)]))
        let next = try journal(forgettingBefore: Self.start.addingTimeInterval(10))
        try await next.append(JournalEntries(tombstones: [Self.tombstone(3, after: 11)]))
        let content = try JournalContent(of: path)
        #expect(content.entries.tombstones == [Self.tombstone(2, after: 10), Self.tombstone(3, after: 11)])
        #expect(content.database == Self.database)
    }

    @Test func `old entries that cannot be removed stay, and the next ones follow them`() async throws {
        let draft = path + ".new"
        defer { for file in [path, draft] { try? FileManager.default.removeItem(atPath: file) } }
        try await journal().append(JournalEntries(tombstones: [Self.tombstone(1)]))
        // A folder of that name keeps the journal from being written anew.
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
        let next = try journal(forgettingBefore: Self.start.addingTimeInterval(10))
        try await next.append(JournalEntries(tombstones: [Self.tombstone(2, after: 10)]))
        #expect(try JournalContent(of: path).entries.tombstones == [Self.tombstone(1), Self.tombstone(2, after: 10)])
    }

    @Test func `a symbolic link to a journal stays one when old entries are dropped`() async throws {
        let target = path + ".target"
        defer { for file in [path, target] { try? FileManager.default.removeItem(atPath: file) } }
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        try await journal().append(JournalEntries(tombstones: [Self.tombstone(1), Self.tombstone(2, after: 10)]))
        _ = try journal(forgettingBefore: Self.start.addingTimeInterval(10))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        #expect(try JournalContent(of: target).entries.tombstones == [Self.tombstone(2, after: 10)])
    }

    @Test func `a journal belongs to the database for which it was first opened`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try DeletionJournalFile.database(of: path) == nil)
        _ = try journal()
        #expect(try DeletionJournalFile.database(of: path) == Self.database)
        #expect(try text() == Self.header)
        #expect(throws: DeletionJournalFile.Failure.otherDatabase) {
            try journal(of: Array(repeating: 8, count: 16))
        }
        #expect(try text() == Self.header)
    }

    @Test func `a journal that names no database gets the name and keeps its entries`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await journal().append(JournalEntries(tombstones: [Self.tombstone(1)]))
        try text().dropFirst(Self.header.count).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try DeletionJournalFile.database(of: path) == nil)
        #expect(try await journal().entries().tombstones == [Self.tombstone(1)])
        #expect(try text().hasPrefix(Self.header))
    }

    @Test func `a journal that cannot be opened throws an error with the reason`() {
        #expect(throws: DeletionJournalFile.Failure.inaccessible("No such file or directory")) {
            try DeletionJournalFile(
                "/nowhere/deletions.jsonl", database: Self.database, forgettingBefore: Self.start)
        }
    }

    @Test func `ends of sessions are read back among deletions`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let all = JournalEntries(
            tombstones: [Self.tombstone(1), Self.tombstone(3, after: -2_000_000_000)],
            cutoffs: [Self.cutoff(1, number: 1), Self.cutoff(2, after: 1.5, number: 7)])
        let first = try journal(forgettingBefore: .distantPast)
        try await first.append(JournalEntries(tombstones: [all.tombstones[0]], cutoffs: [all.cutoffs[0]]))
        try await first.append(JournalEntries(tombstones: [all.tombstones[1]], cutoffs: [all.cutoffs[1]]))
        #expect(try await first.entries() == all)
        #expect(try await journal(forgettingBefore: .distantPast).entries() == all)
        #expect(
            try text().contains(
                "{\"account\":\"AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI\",\"notBefore\":1790000001623,\"number\":7}\n"
            ))
    }

    @Test func `replaced and old ends of sessions are dropped when the journal is opened`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = try journal()
        for number in 1...3 as ClosedRange<Int64> {
            try await first.append(JournalEntries(cutoffs: [Self.cutoff(1, after: Double(number), number: number)]))
        }
        try await first.append(JournalEntries(cutoffs: [Self.cutoff(2, after: 2, number: 4)]))
        // Fewer than half of the entries are replaced, so the file stays as it is.
        #expect(try await journal().entries().cutoffs.count == 4)
        try await first.append(JournalEntries(cutoffs: [Self.cutoff(2, after: 1, number: 5)]))
        let latest = [Self.cutoff(1, after: 3, number: 3), Self.cutoff(2, after: 2, number: 5)]
        #expect(try await journal().entries().cutoffs == latest)
        #expect(
            try await journal(forgettingBefore: Self.start.addingTimeInterval(2.5)).entries().cutoffs == [latest[0]])
    }

    @Test func `a journal that has grown is written anew while it is used`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let journal = try DeletionJournalFile(
            path, database: Self.database, forgettingBefore: Self.start, growth: 1_000)
        func sizes(of journal: DeletionJournalFile, adding numbers: ClosedRange<Int64>) async throws -> [Int] {
            for number in numbers {
                try await journal.append(JournalEntries(cutoffs: [Self.cutoff(1, number: number)]))
            }
            try await journal.append(JournalEntries(tombstones: [Self.tombstone(2)]))
            let before = try text().utf8.count
            await journal.compact(forgettingBefore: Self.start)
            return [before, try text().utf8.count]
        }
        let few = try await sizes(of: journal, adding: 1...3)
        #expect(few[0] == few[1])
        let many = try await sizes(of: journal, adding: 4...40)
        #expect(many[0] > 3_000 && many[1] < 400)
        // The next entries follow those of the new file.
        try await journal.append(JournalEntries(cutoffs: [Self.cutoff(3, number: 41)]))
        let entries = try JournalContent(of: path).entries
        #expect(entries.cutoffs == [Self.cutoff(1, number: 40), Self.cutoff(3, number: 41)])
        #expect(entries.tombstones == [Self.tombstone(2), Self.tombstone(2)])
        #expect(try await journal.entries() == entries)
    }

    @Test func `a journal that cannot be written anew stays as it is`() async throws {
        let draft = path + ".new"
        defer { for file in [path, draft] { try? FileManager.default.removeItem(atPath: file) } }
        let journal = try DeletionJournalFile(path, database: Self.database, forgettingBefore: Self.start, growth: 0)
        try await journal.append(JournalEntries(cutoffs: (1...9).map { Self.cutoff(1, number: $0) }))
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
        let before = try text()
        await journal.compact(forgettingBefore: Self.start)
        #expect(try text() == before)
        try await journal.append(JournalEntries(cutoffs: [Self.cutoff(2, number: 10)]))
        #expect(try await journal.entries().cutoffs.count == 10)
    }
}
