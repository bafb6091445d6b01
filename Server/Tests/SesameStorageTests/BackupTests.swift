import Foundation
import SesameAccounts
import Testing

@testable import SesameSQLite

/// Tests of backups of a database in use, and of restoring them.
struct BackupTests {
    private let folder = TemporaryFolder()
    private let other = TemporaryFolder()

    private static func tombstone(_ number: UInt8) -> Tombstone {
        Tombstone(
            digest: Array(repeating: number, count: 32), at: Date(millisecondsSince1970: Int64(number)), cause: .deleted
        )
    }

    private func note(_ number: UInt8, in storage: SQLiteStorage) async throws {
        try await storage.write { transaction throws(StorageError) in try transaction.insert(Self.tombstone(number)) }
    }

    private func noted(in folder: String) async throws -> [Tombstone] {
        let storage = try SQLiteStorage(folder: folder)
        defer { storage.close() }
        return try await storage.read { reader throws(StorageError) in try reader.tombstones(.deleted) }
    }

    private func back(up folder: String, to file: String) throws {
        let backup = try SQLiteBackup(folder: folder)
        defer { backup.close() }
        #expect(backup.schema == 1 && backup.estimatedBytes > 0)
        try backup.write(to: file)
    }

    /// Inserts a tombstone, makes a backup, and inserts another: the folder has both tombstones, and the backup only
    /// the first.
    private func backUpBetweenTwoNotes() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        try await note(1, in: storage)
        try back(up: folder.path, to: folder.file("copy"))
        try await note(2, in: storage)
        storage.close()
    }

    private func restore(_ file: String, into folder: String) throws -> Bool {
        let restore = try SQLiteRestore(folder: folder)
        defer { restore.discard() }
        try restore.copy(file)
        return try restore.install(settingAside: "aside") != nil
    }

    @Test func `an installation does not overwrite a previous database that was set aside`() throws {
        let (ready, aside) = (folder.file("installing"), folder.file("replaced"))
        for path in [ready, aside] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let contents = [
            ready + "/sesame.db": "copy", ready + "/aside": "replaced", aside + "/sesame.db": "previous",
            folder.file("sesame.db"): "another program's",
        ]
        for (path, text) in contents { try text.write(toFile: path, atomically: false, encoding: .utf8) }
        #expect(throws: SQLiteOpenError.self) { try SQLiteStorage(folder: folder.path) }
        for (path, text) in contents { #expect(try String(contentsOfFile: path, encoding: .utf8) == text) }
    }

    @Test func `a backup of a database in use has the earlier writes and leaves the original unchanged`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        try await note(1, in: storage)
        try FileManager.default.createDirectory(atPath: other.path, withIntermediateDirectories: true)
        try back(up: folder.path, to: other.file("copy"))
        try await note(2, in: storage)
        storage.close()
        #expect(try other.mode("copy") == 0o600)
        let target = other.file("data")
        #expect(try restore(other.file("copy"), into: target) == false)
        #expect(try await noted(in: target) == [Self.tombstone(1)])
        #expect(try await noted(in: folder.path) == [Self.tombstone(1), Self.tombstone(2)])
    }

    @Test func `a restore sets the old database aside with all its files`() async throws {
        try await backUpBetweenTwoNotes()
        try Data("log".utf8).write(to: URL(fileURLWithPath: folder.file("sesame.db-wal")))
        #expect(try restore(folder.file("copy"), into: folder.path))
        #expect(try String(contentsOfFile: folder.file("aside/sesame.db-wal"), encoding: .utf8) == "log")
        #expect(try await noted(in: folder.path) == [Self.tombstone(1)])
        try FileManager.default.removeItem(atPath: folder.file("aside/sesame.db-wal"))
        #expect(try await noted(in: folder.file("aside")) == [Self.tombstone(1), Self.tombstone(2)])
    }

    @Test func `a restore into a folder in use is rejected and does no harm`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        try await note(1, in: storage)
        try back(up: folder.path, to: folder.file("copy"))
        #expect(throws: SQLiteOpenError.inUse(folder: folder.path)) {
            try restore(folder.file("copy"), into: folder.path)
        }
        try await note(2, in: storage)
    }

    @Test func `restoring a broken or foreign file throws an error and changes nothing`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        for number in 1...200 { try await note(UInt8(number), in: storage) }
        storage.close()
        try back(up: folder.path, to: folder.file("copy"))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("copy")))
        for offset in stride(from: 8_192, to: bytes.count, by: 512) { bytes[offset] ^= 0xFF }
        for (name, content) in [("broken", bytes), ("text", Data("hello".utf8)), ("empty", Data())] {
            try content.write(to: URL(fileURLWithPath: folder.file(name)))
            #expect(throws: SQLiteOpenError.self) { try restore(folder.file(name), into: folder.path) }
        }
        #expect(try await noted(in: folder.path).count == 200)
    }

    @Test func `after an interrupted restore the folder cannot be opened until the restore is repeated`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        try await note(1, in: storage)
        storage.close()
        try back(up: folder.path, to: folder.file("copy"))
        try FileManager.default.createDirectory(
            atPath: folder.file("restoring"), withIntermediateDirectories: false)
        #expect(throws: SQLiteOpenError.restoring(folder: folder.path)) { try SQLiteStorage(folder: folder.path) }
        #expect(try restore(folder.file("copy"), into: folder.path))
        #expect(try await noted(in: folder.path) == [Self.tombstone(1)])
    }

    @Test func `a restore takes effect when it is installed, and the copy can be changed before`() async throws {
        try await backUpBetweenTwoNotes()
        let given = try SQLiteRestore(folder: folder.path)
        try given.copy(folder.file("copy"))
        given.discard()
        #expect(try await noted(in: folder.path) == [Self.tombstone(1), Self.tombstone(2)])
        let restore = try SQLiteRestore(folder: folder.path)
        try restore.copy(folder.file("copy"))
        let copy = try SQLiteStorage(folder: restore.draft)
        try await note(3, in: copy)
        #expect(throws: SQLiteOpenError.self) { try restore.install(settingAside: "aside") }
        copy.close()
        #expect(try restore.install(settingAside: "aside") == folder.path + "/aside")
        restore.unlock()
        #expect(try await noted(in: folder.path) == [Self.tombstone(1), Self.tombstone(3)])
        #expect(!FileManager.default.fileExists(atPath: folder.file("restoring")))
    }

    @Test func `a folder without a database is not backed up`() throws {
        #expect(throws: SQLiteOpenError.self) { try SQLiteBackup(folder: folder.path) }
    }

    @Test func `a backup contains no deleted data`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        try await note(1, in: storage)
        _ = try await storage.write { transaction throws(StorageError) in
            let all = Date(millisecondsSince1970: 1_000)
            return try transaction.purge(
                PurgeCutoffs(
                    expiredBefore: all, sessionsBefore: all, eventsBefore: all, tombstonesBefore: all),
                limit: 10)
        }
        try back(up: folder.path, to: folder.file("copy"))
        let copy = try Data(contentsOf: URL(fileURLWithPath: folder.file("copy")))
        #expect(copy.range(of: Data(repeating: 1, count: 32)) == nil)
        storage.close()
    }
}
