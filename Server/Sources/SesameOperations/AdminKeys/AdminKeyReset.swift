package import Foundation
package import SesameAccounts
import SesameSQLite

/// The recovery for an operator who has lost all keys that can create others. With the server stopped, it revokes those
/// keys, and the next start offers a first key.
package enum AdminKeyReset {
    /// Revokes all keys that can create others.
    ///
    /// - Returns: The revoked keys.
    package static func run(in dataFolder: String, at now: Date) async throws -> [AdminKey] {
        let storage = try SQLiteStorage(existing: dataFolder)
        defer { storage.close() }
        return try await storage.revokeKeyMakers(at: now, context: RequestContext(requestID: "admin-keys reset"))
    }
}

extension SQLiteStorage {
    /// Opens the existing database of a data folder.
    convenience init(existing dataFolder: String) throws(StartError) {
        switch FilePresence(of: dataFolder + "/" + BackupManifest.databaseName) {
        case .there: break
        case .missing: throw StartError("dataDir: '\(dataFolder)' contains no database; the first start creates one")
        case .hidden:
            throw StartError(
                "dataDir: this user cannot read '\(dataFolder)'; run the command as the server's user, with sudo -u")
        }
        do throws(SQLiteOpenError) {
            try self.init(folder: dataFolder)
        } catch {
            throw StartError(error, folder: dataFolder)
        }
    }
}
