import Foundation
import SesameAccounts
import SesameWire
import Testing

@testable import SesameSQLite

@Suite struct GroupCommitTests {
    private let folder = TemporaryFolder()

    @Test func `waiting writes share one commit`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        let before = try folder.commits()
        let kept = try await storage.together(30) { number, transaction throws(StorageError) in
            try transaction.insert(try Rows.account("\(number)"))
        }
        #expect(kept.allSatisfy { $0 == nil })
        let after = try folder.commits()
        // One commit of the write that delays the others, and one of the others.
        #expect(after - before == 2)
        for number in 0..<30 { #expect(try await storage.hasAccount("\(number)")) }
    }

    @Test func `a body that throws in a shared commit loses only its own changes`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        let outcomes = try await storage.together(10) { number, transaction throws(StorageError) in
            try transaction.insert(try Rows.account("\(number)"))
            if number == 4 { throw .corrupt("chosen") }
        }
        #expect(outcomes.filter { $0 == nil }.count == 9)
        #expect(outcomes[4] == .corrupt("chosen"))
        for number in 0..<10 { #expect(try await storage.hasAccount("\(number)") == (number != 4)) }
    }

    @Test func `when a shared commit fails, all its writes fail and nothing is stored`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        let outcomes = try await storage.together(10) { number, transaction throws(StorageError) in
            try transaction.insert(try Rows.account("\(number)"))
            if number == 3 { throw .conflict }
            guard number == 7 else { return }
            try transaction.breakCommit()
        }
        for outcome in outcomes {
            guard case .unavailable = outcome else {
                Issue.record("expected unavailable, saw \(String(describing: outcome))")
                continue
            }
        }
        for number in 0..<10 { #expect(try await !storage.hasAccount("\(number)")) }
        try await storage.insertAccount("next")
        #expect(try await storage.hasAccount("next"))
    }

    @Test func `a commit is reported with exactly the events that it has made durable`() async throws {
        let reports = Locked([StorageCommit]())
        let options = SQLiteOptions(observer: { report in reports.withLock { $0.append(report) } })
        let storage = try SQLiteStorage(folder: folder.path, options: options)
        let app = try Rows.account("0").app
        func event(_ kind: SecurityEvent.Kind) -> SecurityEvent {
            SecurityEvent(
                kind: kind, app: app, account: AccountID("0"), session: nil, at: Date(timeIntervalSince1970: 1),
                requestID: "")
        }
        let (good, bad) = (event(.signedIn), event(.signedOut))
        _ = try await storage.together(5) { number, transaction throws(StorageError) in
            try transaction.keep(number == 2 ? bad : good)
            if number == 2 { throw .corrupt("chosen") }
        }
        _ = await storage.isUnavailable { storage throws(StorageError) in
            try await storage.write { transaction throws(StorageError) in
                try transaction.keep(bad)
                try transaction.breakCommit()
            }
        }
        let kept = reports.withLock { $0.filter(\.isDurable) }
        #expect(kept.flatMap(\.events) == Array(repeating: StorageCommit.Event(app: app, kind: .signedIn), count: 4))
        #expect(kept.last?.writes == 5)
        #expect(reports.withLock { $0.count { !$0.isDurable } } == 1)
        #expect(reports.withLock { $0.allSatisfy { $0.duration > .zero } })
    }

    @Test func `when the commit of a single write fails, the write fails`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        let isUnavailable = await storage.isUnavailable { storage throws(StorageError) in
            try await storage.write { transaction throws(StorageError) in
                try transaction.insert(try Rows.account())
                try transaction.breakCommit()
            }
        }
        #expect(isUnavailable)
        #expect(try await !storage.hasAccount("account"))
        try await storage.insertAccount("account")
    }

    @Test func `a full disk rejects writes, allows reads and recovers`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        try await storage.insertAccount("before")
        try await storage.execute("PRAGMA max_page_count = 1")
        let note = String(repeating: "x", count: 100_000)
        for _ in 1...3 {
            let isUnavailable = await storage.isUnavailable { storage throws(StorageError) in
                try await storage.insertAccount("large", note: note)
            }
            #expect(isUnavailable)
            #expect(try await storage.hasAccount("before"))
            #expect(try await !storage.hasAccount("large"))
        }
        try await storage.execute("PRAGMA max_page_count = 1000000")
        try await storage.insertAccount("large", note: note)
        #expect(try await storage.hasAccount("large"))
        #expect(try await storage.text("PRAGMA integrity_check") == "ok")
    }

    @Test func `a full queue rejects a write at once`() async throws {
        let storage = try SQLiteStorage(folder: folder.path, options: SQLiteOptions(maxQueueLength: 3))
        let outcomes = try await storage.together(3) { number, transaction throws(StorageError) in
            try transaction.insert(try Rows.account("\(number)"))
        } whileWaiting: {
            #expect(
                await storage.isUnavailable { storage throws(StorageError) in
                    try await storage.insertAccount("too many")
                })
        }
        #expect(outcomes.allSatisfy { $0 == nil })
        #expect(try await !storage.hasAccount("too many"))
        try await storage.insertAccount("next")
    }

    @Test func `no commit is larger than the limit`() async throws {
        let storage = try SQLiteStorage(folder: folder.path, options: SQLiteOptions(maxBatchSize: 10))
        let before = try folder.commits()
        _ = try await storage.together(30) { number, transaction throws(StorageError) in
            try transaction.insert(try Rows.account("\(number)"))
        }
        #expect(try folder.commits() - before == 4)
    }
}

extension SQLiteStorage {
    /// Queues writes behind a delayed one, so that they are committed as a group. Returns the error of each write, in
    /// order; nil for a success.
    func together(
        _ count: Int, _ body: @escaping @Sendable (Int, any StorageTransaction) throws(StorageError) -> Void,
        whileWaiting check: () async throws -> Void = {}
    ) async throws -> [StorageError?] {
        let (entered, hasEntered) = AsyncStream.makeStream(of: Void.self)
        let mayLeave = DispatchSemaphore(value: 0)
        async let holdUp: Void = write { transaction throws(StorageError) in
            // The transaction needs a change, or it would have nothing to commit.
            try transaction.insert(try Rows.account("hold up"))
            hasEntered.finish()
            mayLeave.wait()
        }
        for await _ in entered {}
        let writes = (0..<count).map { number in
            Task<StorageError?, Never> {
                do throws(StorageError) {
                    try await self.write { transaction throws(StorageError) in try body(number, transaction) }
                    return nil
                } catch {
                    return error
                }
            }
        }
        while waitingWrites < count { await Task.yield() }
        do {
            try await check()
        } catch {
            mayLeave.signal()
            throw error
        }
        mayLeave.signal()
        try await holdUp
        var outcomes: [StorageError?] = []
        for write in writes { outcomes.append(await write.value) }
        return outcomes
    }

    func execute(_ statement: StaticString) async throws(StorageError) {
        try await write { transaction throws(StorageError) in
            try (transaction as? SQLiteTransaction)?.connection.execute(statement)
        }
    }

    func text(_ statement: StaticString) async throws(StorageError) -> String? {
        try await write { transaction throws(StorageError) in
            try (transaction as? SQLiteTransaction)?.connection.text(statement)
        }
    }
}

extension StorageTransaction {
    /// Inserts a row that SQLite refuses only at the commit: a session without an account.
    func breakCommit() throws(StorageError) {
        try (self as? SQLiteTransaction)?.connection.execute("PRAGMA defer_foreign_keys = ON")
        try insertSession(try Rows.session(of: "nobody"))
    }
}

extension TemporaryFolder {
    /// Returns the number of commits in the write-ahead log: the frames whose header contains the size of the database
    /// (section 4.1 of SQLite's file format).
    func commits() throws -> Int {
        let log = try Data(contentsOf: URL(fileURLWithPath: file("sesame.db-wal")))
        return stride(from: 32, to: log.count, by: 24 + 4_096).count { frame in
            log[(frame + 4)..<(frame + 8)].contains { $0 != 0 }
        }
    }
}
