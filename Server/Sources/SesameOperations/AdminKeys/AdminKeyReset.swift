package import Foundation
package import SesameAccounts
import SesameSQLite

/// The way back in for an operator who has lost the keys that can make others: with the server stopped, they end, and
/// its next start offers a first key.
package enum AdminKeyReset {
    /// Ends these keys.
    ///
    /// - Returns: The keys that have ended.
    package static func run(in dataFolder: String, at now: Date) async throws -> [AdminKey] {
        let storage = try SQLiteStorage(existing: dataFolder)
        defer { storage.close() }
        return try await storage.revokeKeyMakers(at: now, context: RequestContext(requestID: "admin-keys reset"))
    }
}

extension SQLiteStorage {
    /// Opens the database of a folder that has one.
    convenience init(existing dataFolder: String) throws(StartError) {
        switch FilePresence(of: dataFolder + "/" + BackupManifest.databaseName) {
        case .there: break
        case .missing: throw StartError("dataDir: there is no database in '\(dataFolder)'; the first start makes one")
        case .hidden:
            throw StartError("dataDir: you may not read '\(dataFolder)'; run this as the server's user, by sudo -u")
        }
        do throws(SQLiteOpenError) {
            try self.init(folder: dataFolder)
        } catch {
            throw StartError(error, folder: dataFolder)
        }
    }
}
