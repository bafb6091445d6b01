package import Foundation
package import SesameAccounts
import SesameSQLite

/// The recovery for an operator who has lost all admin keys that may create keys. With the server stopped, it revokes
/// those keys, so that the server offers a first key at its next start.
package enum AdminKeyReset {
    /// Revokes all admin keys that may create keys. Throws `StartError` if the folder's database cannot be opened.
    ///
    /// - Returns: The revoked keys.
    package static func run(in dataFolder: String, at now: Date) async throws -> [AdminKey] {
        let storage = try SQLiteStorage(existing: dataFolder)
        defer { storage.close() }
        return try await storage.revokeKeyMakers(at: now, context: RequestContext(requestID: "admin-keys reset"))
    }
}

extension SQLiteStorage {
    /// Opens the existing database of a data folder. Throws if there is none, instead of creating one.
    convenience init(existing dataFolder: String) throws(StartError) {
        switch FilePresence(of: dataFolder) {
        case .there: break
        case .missing: throw StartError("dataDir: '\(dataFolder)' contains no database")
        case .hidden:
            throw StartError(
                "dataDir: this user cannot read '\(dataFolder)'; run the command as the server's user, with sudo -u")
        }
        do throws(SQLiteOpenError) {
            try self.init(folder: dataFolder, options: SQLiteOptions(createsDatabase: false))
        } catch {
            if case .missing = error { throw StartError("dataDir: '\(dataFolder)' contains no database") }
            throw StartError(error, folder: dataFolder)
        }
    }
}
