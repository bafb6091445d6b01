public import Foundation
public import SesameAccounts
import SesameSQLite
import SesameTokens

/// Puts a backup into a data folder, and takes away again whom it should not bring back.
public struct Restore: Sendable {
    /// What the backup is.
    public let manifest: BackupManifest
    private let backup: String
    private let dataFolder: String

    /// Reads the backup's manifest.
    ///
    /// - Parameter now: A backup that is older than the deletion journal remembers is refused: nobody could tell any more
    ///   whom it must not bring back.
    public init(of backup: String, into dataFolder: String, now: Date) throws(BackupError) {
        self.backup = backup.hasSuffix("/") ? String(backup.dropLast()) : backup
        self.dataFolder = dataFolder
        manifest = try BackupManifest(of: self.backup)
        guard now.timeIntervalSince(manifest.time) < Tombstone.retention else {
            throw BackupError(
                """
                the backup is older than \(Int(Tombstone.retention / 86_400)) days, and the deletion journal does not \
                reach back so far: people who have deleted their account since would be there again
                """)
        }
    }

    /// Puts the database in its place, when it has been found to be what was backed up.
    ///
    /// - Returns: The folder in which the database is now that was there; nil where there was none.
    public func install(at now: Date) throws(BackupError) -> String? {
        let database = backup + "/" + BackupManifest.databaseName
        try manifest.check(database)
        let aside = "replaced-" + now.fileName
        do throws(SQLiteOpenError) {
            let restore = try SQLiteRestore(folder: dataFolder)
            defer { restore.unlock() }
            return try restore.install(database, settingAside: aside) ? dataFolder + "/" + aside : nil
        } catch {
            switch error {
            case .inUse: throw BackupError("dataDir: '\(dataFolder)' is in use; stop the server, then repeat this")
            default: throw BackupError("dataDir: \(error)")
            }
        }
    }

    /// Deletes again what was deleted after the backup. A server does the same when it starts.
    ///
    /// - Parameters:
    ///   - journal: The data folder's deletion journal.
    ///   - others: Further journals whose notes it is to have.
    ///   - progress: Told now and then how many accounts were looked at.
    public static func reapplyDeletions(
        in dataFolder: String, journal: String, others: [String], keyFile: String, now: Date,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> JournalOutcome {
        let masterKey = try MasterKey.read(keyFile)
        let environment = Environment(clock: { now })
        let storage: SQLiteStorage
        do throws(SQLiteOpenError) {
            storage = try SQLiteStorage(folder: dataFolder)
        } catch {
            throw StartError(error, folder: dataFolder)
        }
        defer { storage.close() }
        let keys: KeyRing
        do throws(KeyRingError) {
            keys = try await KeyRing(
                storage: storage, environment: environment, masterKey: masterKey, schedule: KeySchedule())
        } catch {
            throw StartError(error, keyFile: keyFile)
        }
        let file = try await JournalFile(journal, adding: others, at: now)
        let accounts = AccountSystem(
            storage: storage, environment: environment, credentials: CredentialVerifier([:]), journal: file, keys: keys,
            masterKey: masterKey, publicURL: "")
        return try await accounts.reapplyDeletions(progress: progress)
    }
}

extension JournalFile {
    /// Opens a journal, and adds what only the others know.
    fileprivate convenience init(_ path: String, adding others: [String], at now: Date) async throws {
        let oldest = now.addingTimeInterval(-Tombstone.retention)
        do throws(Failure) {
            try self.init(path, forgettingBefore: oldest)
        } catch {
            throw StartError(error, journal: path)
        }
        for other in others {
            var known = Set(try await tombstones().map(\.digest))
            let noted: [Tombstone]
            do throws(Failure) {
                noted = try Self.read(other)
            } catch {
                throw StartError(error, journal: other)
            }
            try await append(noted.filter { $0.at >= oldest && known.insert($0.digest).inserted })
        }
    }
}
