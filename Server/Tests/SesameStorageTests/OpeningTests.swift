import CSQLite
import Foundation
import SesameAccounts
import Testing

@testable import SesameSQLite

@Suite struct OpeningTests {
    private let folder = TemporaryFolder()

    @Test func `opening applies the settings for durability and safety`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        let settings = try await storage.write { transaction throws(StorageError) -> [String] in
            guard let connection = (transaction as? SQLiteTransaction)?.connection else { return [] }
            return [
                try connection.text("PRAGMA journal_mode"), try connection.text("PRAGMA synchronous"),
                try connection.text("PRAGMA foreign_keys"), try connection.text("PRAGMA secure_delete"),
                try connection.text("PRAGMA trusted_schema"), try connection.text("PRAGMA temp_store"),
                try connection.text("PRAGMA application_id"), try connection.text("PRAGMA user_version"),
                try connection.text("PRAGMA integrity_check"),
            ]
        }
        #expect(settings == ["wal", "2", "1", "1", "0", "2", "1397052237", "1", "ok"])
    }

    @Test func `every table is strict`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        let loose = try await storage.write { transaction throws(StorageError) in
            try (transaction as? SQLiteTransaction)?.connection.integer(
                "SELECT count(*) FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%'"
            )
        }
        #expect(loose == 0)
    }

    /// Tests the query plans of statements that select or delete the rows of an account. The last statement is the one
    /// that a foreign key runs when an account is deleted.
    @Test(
        arguments: [
            ("EXPLAIN QUERY PLAN SELECT * FROM identities WHERE app = :a AND account = :b", "identities_account"),
            ("EXPLAIN QUERY PLAN SELECT * FROM sessions WHERE app = :a AND account = :b", "sessions_account"),
            (
                "EXPLAIN QUERY PLAN SELECT count(*) FROM sessions WHERE app = :a AND account = :b",
                "COVERING INDEX sessions_account"
            ),
            ("EXPLAIN QUERY PLAN SELECT * FROM events WHERE app = :a AND account = :b", "events_account"),
            ("EXPLAIN QUERY PLAN DELETE FROM identities WHERE app = :a AND account = :b", "identities_account"),
        ] as [(StaticString, String)])
    func `an account's rows are found by an index on the account`(
        _ question: StaticString, index: String
    ) async throws {
        let plan = try await plan(question)
        #expect(plan.contains(index) && plan.contains("account=?") && plan.contains("app=?"), "\(plan)")
    }

    @Test func `accounts to be joined are found by an index on the address`() async throws {
        let plan = try await plan(
            """
            EXPLAIN QUERY PLAN SELECT DISTINCT account FROM identities
            WHERE joining_address = :a AND joining_address IS NOT NULL AND app = :b
            """)
        #expect(plan.contains("identities_joining_address") && plan.contains("joining_address=?"), "\(plan)")
    }

    @Test func `accounts with an address are found by an index on it, and by the key of local credentials`()
        async throws
    {
        let plan = try await plan(of: AccountPageStatements.byEmail).joined(separator: "; ")
        #expect(plan.contains("SEARCH identities USING INDEX identities_email (email=? AND app=?)"), "\(plan)")
        #expect(plan.contains("SEARCH logins USING PRIMARY KEY (name=? AND kind=? AND app=?)"), "\(plan)")
        #expect(!plan.contains("SCAN"), "\(plan)")
    }

    @Test func `a page reads a range of ids, or the accounts of one app`() async throws {
        let range = try await plan(of: AccountPageStatements.range)
        #expect(range.first == "SEARCH a USING PRIMARY KEY (id>? AND id<?)", "\(range)")
        let app = try await plan(of: AccountPageStatements.wholeApp)
        #expect(
            app.first == "SEARCH a USING INDEX accounts_created_at (app=? AND created_at>? AND created_at<?)", "\(app)")
    }

    @Test func `due jobs and the next queue are found by an index on kind, destination and due time`() async throws {
        let due = try await plan(of: JobStatements.due)
        #expect(due == ["SEARCH jobs USING INDEX jobs_due_at (kind=? AND destination=? AND due_at<?)"], "\(due)")
        let next = try await plan(of: JobStatements.nextQueue)
        #expect(
            next == ["SEARCH jobs USING COVERING INDEX jobs_due_at ((kind,destination)>(?,?))"], "\(next)")
    }

    /// Returns the steps of SQLite's plan for a statement of the program.
    private func plan(of statement: StaticString) async throws -> [String] {
        try SQLiteStorage(folder: folder.path).close()
        var (database, plan): (OpaquePointer?, OpaquePointer?) = (nil, nil)
        defer {
            sqlite3_finalize(plan)
            sqlite3_close(database)
        }
        try #require(sqlite3_open(folder.file("sesame.db"), &database) == SQLITE_OK)
        try #require(
            sqlite3_prepare_v2(database, "EXPLAIN QUERY PLAN \(statement)", -1, &plan, nil) == SQLITE_OK)
        var steps: [String] = []
        while sqlite3_step(plan) == SQLITE_ROW { steps.append(String(cString: sqlite3_column_text(plan, 3))) }
        return steps
    }

    /// Tests the query plans of `MessageCountStatements.count`, and of the query with which the purge looks for
    /// remaining counters.
    @Test(
        arguments: [
            (
                """
                EXPLAIN QUERY PLAN
                SELECT count FROM message_counts WHERE day = :a AND key = :b AND scope = :c AND channel = :d AND app = :e
                """,
                "SEARCH message_counts USING PRIMARY KEY (day=? AND key=? AND scope=? AND channel=? AND app=?)"
            ),
            (
                "EXPLAIN QUERY PLAN SELECT 1 FROM message_counts WHERE day < :a / 86400000 - 1 LIMIT 1",
                "SEARCH message_counts USING PRIMARY KEY (day<?)"
            ),
        ] as [(StaticString, String)])
    func `a message count is found by its primary key`(
        _ question: StaticString, expected: String
    ) async throws {
        let plan = try await plan(question)
        #expect(plan == expected, "\(plan)")
    }

    /// Tests the query plans of the statements of `AccountListStatements`.
    @Test(
        arguments: [
            (
                """
                EXPLAIN QUERY PLAN SELECT id FROM accounts WHERE app = :a AND (name, created_at, id) > (:b, :c, :d)
                ORDER BY name, created_at, id LIMIT :e
                """, "SEARCH accounts USING COVERING INDEX accounts_name (app=? AND (name,created_at,id)>(?,?,?))"
            ),
            (
                """
                EXPLAIN QUERY PLAN SELECT id FROM accounts WHERE app = :a AND (email, created_at, id) < (:b, :c, :d)
                ORDER BY email DESC, created_at DESC, id DESC LIMIT :e
                """, "SEARCH accounts USING COVERING INDEX accounts_email (app=? AND (email,created_at,id)<(?,?,?))"
            ),
            (
                "EXPLAIN QUERY PLAN SELECT id FROM accounts WHERE app = :a ORDER BY phone, created_at, id LIMIT :b",
                "SEARCH accounts USING COVERING INDEX accounts_phone (app=?)"
            ),
            (
                "EXPLAIN QUERY PLAN SELECT id FROM accounts WHERE app = :a ORDER BY created_at, id LIMIT :b",
                "SEARCH accounts USING COVERING INDEX accounts_created_at (app=?)"
            ),
        ] as [(StaticString, String)])
    func `an account list is read along an index from any position`(_ question: StaticString, expected: String)
        async throws
    {
        let plan = try await plan(question)
        #expect(plan == expected, "\(plan)")
    }

    /// The parameters that occur in the tested queries; all are bound to null.
    private static let names: [StaticString] = ["a", "b", "c", "d", "e"]

    private func plan(_ question: StaticString) async throws -> String {
        let storage = try SQLiteStorage(folder: folder.path)
        return try await storage.write { transaction throws(StorageError) -> String in
            guard let connection = (transaction as? SQLiteTransaction)?.connection else { return "" }
            var row = try connection.prepare(question)
            for name in Self.names where question.description.contains(":\(name)") { row.bind(name, nil as String?) }
            return try row.next() ? row.text("detail") : ""
        }
    }

    @Test func `a reader cannot write`() async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        let isRefused = await storage.isUnavailable { storage throws(StorageError) in
            try await storage.read { reader throws(StorageError) in
                try (reader as? SQLiteReader)?.connection.execute("DELETE FROM accounts")
            }
        }
        #expect(isRefused)
    }

    @Test func `the folder and its files are accessible only to their owner`() async throws {
        let storage = try SQLiteStorage(folder: folder.file("deep/er"))
        try await storage.insertAccount("a")
        for name in ["", "deep", "deep/er"] { #expect(try folder.mode(name) == 0o700) }
        for name in ["sesame.db", "sesame.db-wal", "sesame.db-shm", "sesame.lock"] {
            #expect(try folder.mode("deep/er/" + name) == 0o600, "\(name)")
        }
    }

    @Test func `existing files are closed to others, and an existing folder's mode is unchanged`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        for name in ["sesame.db", "sesame.lock"] {
            #expect(
                FileManager.default.createFile(
                    atPath: folder.file(name), contents: nil, attributes: [.posixPermissions: 0o644]))
        }
        let storage = try SQLiteStorage(folder: folder.path)
        #expect(try folder.mode() == 0o755)
        for name in ["sesame.db", "sesame.lock"] { #expect(try folder.mode(name) == 0o600) }
        storage.close()
    }

    @Test func `a folder in use cannot be opened until the first storage closes`() throws {
        let first = try SQLiteStorage(folder: folder.path)
        let error = #expect(throws: SQLiteOpenError.self) { try SQLiteStorage(folder: folder.path) }
        #expect(error == .inUse(folder: folder.path))
        #expect(error?.description.contains(folder.path) == true)
        first.close()
        try SQLiteStorage(folder: folder.path).close()
    }

    @Test func `a folder can be locked while a child process holds a copy of the old lock`() throws {
        try SQLiteStorage(folder: folder.path).close()
        var childs: Int32 = -1
        do {
            let lock = try DataFolder.Lock(folder.path)
            childs = dup(lock.file)
        }
        try #require(childs >= 0)
        defer { close(childs) }
        #expect(throws: Never.self) { try DataFolder.Lock(folder.path) }
    }

    @Test func `failing to lock a folder closes no file descriptor of another thread`() async throws {
        try SQLiteStorage(folder: folder.path).close()
        let lock = try DataFolder.Lock(folder.path)
        let lost = await withTaskGroup { group in
            group.addTask { [folder] in
                for _ in 0..<2_000 { #expect(throws: SQLiteOpenError.self) { try DataFolder.Lock(folder.path) } }
                return 0
            }
            group.addTask {
                var lost = 0
                for _ in 0..<20_000 {
                    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
                    // Other tests may hold all available file descriptors.
                    guard file >= 0 else { continue }
                    sched_yield()
                    if fcntl(file, F_GETFD) < 0 { lost += 1 } else { close(file) }
                }
                return lost
            }
            return await group.reduce(0, +)
        }
        #expect(lost == 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `a storage without references releases its folder`() async throws {
        for _ in 1...3 {
            let storage = try SQLiteStorage(folder: folder.path)
            try await storage.write { _ throws(StorageError) in }
        }
    }

    @Test func `a folder that cannot be created is named in the error`() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: folder.file("file"), contents: nil))
        let error = #expect(throws: SQLiteOpenError.self) { try SQLiteStorage(folder: folder.file("file/data")) }
        #expect(error?.description.contains(folder.file("file/data")) == true)
    }

    @Test func `a newer schema is rejected and left unchanged`() async throws {
        try await prepare("PRAGMA user_version = 999")
        let error = #expect(throws: SQLiteOpenError.self) { try SQLiteStorage(folder: folder.path) }
        #expect(error == .newer(path: folder.file("sesame.db"), version: 999, known: Schema.migrations.count))
        try setVersion("PRAGMA user_version = 1")
        #expect(try await SQLiteStorage(folder: folder.path).hasAccount("kept"))
    }

    @Test func `another program's database is rejected`() async throws {
        try await prepare("PRAGMA application_id = 77")
        #expect(throws: SQLiteOpenError.foreign(path: folder.file("sesame.db"))) {
            try SQLiteStorage(folder: folder.path)
        }
    }

    @Test func `a file that is not a database is rejected`() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try Data(repeating: 0x41, count: 8_192).write(to: URL(fileURLWithPath: folder.file("sesame.db")))
        #expect(throws: SQLiteOpenError.self) { try SQLiteStorage(folder: folder.path) }
    }

    @Test func `opening a database again preserves its accounts`() async throws {
        try await prepare("PRAGMA user_version = 1")
        for _ in 1...3 {
            let storage = try SQLiteStorage(folder: folder.path)
            #expect(try await storage.hasAccount("kept"))
            storage.close()
        }
    }

    @Test func `a failed schema step leaves no changes`() throws {
        try SQLiteStorage(folder: folder.path).close()
        let connection = try Connection(path: folder.file("sesame.db"), access: .write)
        #expect(throws: StorageError.self) {
            try Schema.apply("CREATE TABLE half (a INTEGER) STRICT; CREATE TABLE accounts (a)", to: connection)
        }
        #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == 0)
        #expect(!connection.isInTransaction)
    }

    /// Creates a database with an account, and runs a statement that changes the schema version or the application id
    /// in the file's header.
    private func prepare(_ statement: StaticString) async throws {
        let storage = try SQLiteStorage(folder: folder.path)
        try await storage.insertAccount("kept")
        storage.close()
        try setVersion(statement)
    }

    private func setVersion(_ statement: StaticString) throws {
        try Connection(path: folder.file("sesame.db"), access: .write).execute(statement)
    }
}
