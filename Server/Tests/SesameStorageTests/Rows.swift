import Foundation
import SesameAccounts
import SesameCore
import SesameSQLite

/// Sample rows for tests of the database engine.
enum Rows {
    static func app() throws(StorageError) -> AppID {
        guard let app = AppID("app") else { throw .corrupt("no app id") }
        return app
    }

    static func account(_ id: String = "account", note: String = "") throws(StorageError) -> Account {
        Account(
            id: AccountID(id), app: try app(), createdAt: .distantPast, lastSignInAt: .distantPast,
            profile: StoredProfile(fields: ["note": .string(note)], updatedAt: .distantPast))
    }

    static func session(_ id: String = "session", of account: String = "account") throws(StorageError) -> Session {
        let time = Date(millisecondsSince1970: 1_790_000_000_000)
        return Session(
            id: SessionID(id), app: try app(), account: AccountID(account), method: .google, createdAt: time,
            authTime: time, refreshedAt: time, generation: 0, acknowledgedGeneration: -1, expiresAt: time,
            idleExpiresAt: time)
    }
}

extension SQLiteStorage {
    func insertAccount(_ id: String, note: String = "") async throws(StorageError) {
        let account = try Rows.account(id, note: note)
        try await write { transaction throws(StorageError) in try transaction.insert(account) }
    }

    func hasAccount(_ id: String) async throws(StorageError) -> Bool {
        let app = try Rows.app()
        return try await read { reader throws(StorageError) in try reader.account(AccountID(id), in: app) != nil }
    }

    /// Returns true if the closure throws `StorageError.unavailable`; false if it succeeds or throws another error.
    func isUnavailable(_ body: (SQLiteStorage) async throws(StorageError) -> Void) async -> Bool {
        do throws(StorageError) {
            try await body(self)
            return false
        } catch .unavailable {
            return true
        } catch {
            return false
        }
    }
}
