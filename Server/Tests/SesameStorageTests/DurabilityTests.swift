import Foundation
import SesameAccounts
import Testing

@testable import SesameSQLite

@Suite struct DurabilityTests {
    private let folder = TemporaryFolder()

    @Test func `written data is there after closing and reopening`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        for number in 0..<20 { try await storage.insertAccount("\(number)") }
        storage.close()
        let again = try SQLiteStorage(folder: folder.path)
        for number in 0..<20 { #expect(try await again.hasAccount("\(number)")) }
    }

    @Test func `written data is in the files when the write returns`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        for number in 0..<20 { try await storage.insertAccount("\(number)") }
        // A copy of the files that a process killed now would leave.
        let copy = TemporaryFolder()
        try FileManager.default.createDirectory(atPath: copy.path, withIntermediateDirectories: true)
        for name in ["sesame.db", "sesame.db-wal"] {
            try FileManager.default.copyItem(atPath: folder.file(name), toPath: copy.file(name))
        }
        let recovered = try SQLiteStorage(folder: copy.path)
        for number in 0..<20 { #expect(try await recovered.hasAccount("\(number)")) }
        #expect(try await recovered.text("PRAGMA integrity_check") == "ok")
    }

    @Test func `closing leaves everything in the database file, and room for the next start`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        let writes = (0..<50).map { number in
            Task { try await storage.insertAccount("\(number)") }
        }
        for write in writes { try await write.value }
        storage.close()
        // A backup of a stopped server is the last to close the database.
        try SQLiteBackup(folder: folder.path).close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == ["sesame.db", "sesame.db-wal", "sesame.db-shm", "sesame.lock"])
        func size(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.file(name))[.size] as? Int
        }
        #expect(try size("sesame.db-wal") == 0)
        // The index of the log, which a full disk would have no room for.
        #expect(try size("sesame.db-shm") == 32_768)
    }

    @Test func `a closed storage rejects reads and writes, even if it is closed twice`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        try await storage.insertAccount("a")
        storage.close()
        storage.close()
        #expect(await storage.isUnavailable { storage throws(StorageError) in try await storage.insertAccount("b") })
        #expect(await storage.isUnavailable { storage throws(StorageError) in _ = try await storage.hasAccount("a") })
    }

    @Test func `no data of a deleted account remains in the files`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        let canary = "canary-4711"
        try await storage.insertAccount("other")
        try await storage.insertAccount("account", note: canary)
        let (app, session) = (try Rows.app(), try Rows.session("session-" + canary))
        let identity = Identity(
            app: app, provider: .google, subject: "subject-" + canary, account: AccountID("account"),
            claims: IdentityClaims(email: canary + "@example.com"), createdAt: .distantPast)
        try await storage.write { transaction throws(StorageError) in
            try transaction.insertSession(session)
            try transaction.insert(identity)
        }
        #expect(try folder.contains(canary))
        try await storage.write { transaction throws(StorageError) in
            try transaction.delete(AccountID("account"), in: app)
        }
        try await expectGone(canary)
        #expect(try await storage.hasAccount("other"))
    }

    @Test func `no data of a purged session remains in the files`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        let canary = "canary-4711"
        let session = try Rows.session("session-" + canary)
        try await storage.insertAccount("account")
        try await storage.write { transaction throws(StorageError) in try transaction.insertSession(session) }
        #expect(try folder.contains(canary))
        let terms = PurgeCutoffs(
            expiredBefore: .distantPast, sessionsBefore: .distantFuture, eventsBefore: .distantPast,
            tombstonesBefore: .distantPast)
        _ = try await storage.write { transaction throws(StorageError) in try transaction.purge(terms, limit: 1) }
        try await expectGone(canary)
    }

    /// Expects that the text disappears from the folder's files within 60 seconds. The test has to wait, because the
    /// storage empties the write-ahead log only after the response, when no write is queued.
    private func expectGone(_ canary: String) async throws {
        let end = ContinuousClock.now.advanced(by: .seconds(60))
        while try folder.contains(canary), .now < end { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try !folder.contains(canary))
    }

    @Test func `the log is moved into the database and restarted while writes go on`() async throws {
        let storage = try SQLiteStorage(folder: folder.path, options: SQLiteOptions(checkpointPages: 50))
        let note = String(repeating: "x", count: 3_000)
        for number in 0..<1_000 { try await storage.insertAccount("\(number)", note: note) }
        // Each write puts a few pages of 4 KiB into the log.
        #expect(try folder.size("sesame.db-wal") < 4_000_000)
        #expect(try folder.size("sesame.db") > 2_000_000)
        #expect(try await storage.text("PRAGMA integrity_check") == "ok")
        for number in 0..<1_000 { #expect(try await storage.hasAccount("\(number)")) }
    }

    @Test func `reads beyond the number of connections wait and succeed`() async throws {
        let storage = try SQLiteStorage(folder: folder.path, options: SQLiteOptions(readers: 1))
        try await storage.insertAccount("a")
        await withTaskGroup(of: Bool?.self) { group in
            for _ in 0..<200 { group.addTask { try? await storage.hasAccount("a") } }
            for await found in group { #expect(found == true) }
        }
    }
}

extension TemporaryFolder {
    /// Returns true if a file in the folder contains the text.
    func contains(_ text: String) throws -> Bool {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            let data = try Data(contentsOf: URL(fileURLWithPath: file(name)))
            if data.range(of: Data(text.utf8)) != nil { return true }
        }
        return false
    }
}
