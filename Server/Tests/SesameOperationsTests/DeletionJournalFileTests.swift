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
        #expect(try await first.tombstones() == [])
        try await first.append([notes[0]])
        try await first.append([notes[1]])
        #expect(try await first.tombstones() == notes)
        #expect(try await journal().tombstones() == notes)
        #expect(try DeletionJournalFile.read(path).tombstones == notes)
        #expect(
            try text().hasPrefix(
                Self.header + "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"at\":1790000000123}\n"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `half a line left by a crash is cut off and overwritten`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await journal().append([Self.tombstone(1)])
        try tail("{\"account\":\"AQEB")
        let next = try journal()
        try await next.append([Self.tombstone(2)])
        #expect(try await next.tombstones() == [Self.tombstone(1), Self.tombstone(2)])
        #expect(try DeletionJournalFile.read(path).tombstones == [Self.tombstone(1), Self.tombstone(2)])
    }

    @Test(arguments: [
        "\n", "{}\n", header, "x\n", "{\"account\":\"AQEB\",\"at\":1}\n", "{\"account\":\"\",\"at\":1}\n",
        "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"at\":1,\"more\":1}\n",
        "{\"account\":\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",\"at\":\"1\"}\n",
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
        let content = try DeletionJournalFile.read(path)
        #expect(content.tombstones == [Self.tombstone(2, after: 10), Self.tombstone(3, after: 11)])
        #expect(content.database == Self.database)
    }

    @Test func `old entries that cannot be removed stay, and the next ones follow them`() async throws {
        let draft = path + ".new"
        defer { for file in [path, draft] { try? FileManager.default.removeItem(atPath: file) } }
        try await journal().append([Self.tombstone(1)])
        // A folder of that name keeps the journal from being written anew.
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
        let next = try journal(forgettingBefore: Self.start.addingTimeInterval(10))
        try await next.append([Self.tombstone(2, after: 10)])
        #expect(try DeletionJournalFile.read(path).tombstones == [Self.tombstone(1), Self.tombstone(2, after: 10)])
    }

    @Test func `a symbolic link to a journal stays one when old entries are dropped`() async throws {
        let target = path + ".target"
        defer { for file in [path, target] { try? FileManager.default.removeItem(atPath: file) } }
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        try await journal().append([Self.tombstone(1), Self.tombstone(2, after: 10)])
        _ = try journal(forgettingBefore: Self.start.addingTimeInterval(10))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        #expect(try DeletionJournalFile.read(target).tombstones == [Self.tombstone(2, after: 10)])
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
        try await journal().append([Self.tombstone(1)])
        try text().dropFirst(Self.header.count).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try DeletionJournalFile.database(of: path) == nil)
        #expect(try await journal().tombstones() == [Self.tombstone(1)])
        #expect(try text().hasPrefix(Self.header))
    }

    @Test func `a journal that cannot be opened throws an error with the reason`() {
        #expect(throws: DeletionJournalFile.Failure.inaccessible("No such file or directory")) {
            try DeletionJournalFile(
                "/nowhere/deletions.jsonl", database: Self.database, forgettingBefore: Self.start)
        }
    }
}
