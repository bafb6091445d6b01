package import Foundation
package import SesameAccounts
import SesameSQLite
import SesameTokens

/// A restore of a backup into a data folder, whose server must be stopped.
package struct Restore: Sendable {
    package let manifest: BackupManifest
    private let backup: String
    private let dataFolder: String

    /// Reads the backup's manifest.
    ///
    /// - Parameter now: The current time. A backup older than the retention of the deletion journal is refused, because
    ///   deleted accounts could come back.
    package init(of backup: String, into dataFolder: String, now: Date) throws(BackupError) {
        self.backup = backup.hasSuffix("/") ? String(backup.dropLast()) : backup
        self.dataFolder = dataFolder
        manifest = try BackupManifest(of: self.backup)
        guard now.timeIntervalSince(manifest.time) < Tombstone.retention else {
            throw BackupError(
                """
                the backup is older than \(Int(Tombstone.retention / 86_400)) days, which is more than the deletion \
                journal covers: a restore would bring back accounts that were deleted since then
                """)
        }
    }

    /// Verifies the backup's database and copies it into the data folder, beside the current data. Throws if the
    /// database does not match its manifest, or if the data folder is in use.
    package func copy() throws(BackupError) -> RestoredCopy {
        let database = backup + "/" + BackupManifest.databaseName
        try manifest.check(database)
        do throws(SQLiteOpenError) {
            let restore = try SQLiteRestore(folder: dataFolder)
            do throws(SQLiteOpenError) {
                try restore.copy(database)
            } catch {
                restore.discard()
                throw error
            }
            return RestoredCopy(restore: restore, dataFolder: dataFolder)
        } catch {
            throw BackupError(error, folder: dataFolder)
        }
    }
}

/// A backup's copy beside the data that it will replace. Before it is installed, accounts that were deleted after the
/// backup are removed from it, and sessions that ended after the backup end again.
package struct RestoredCopy: Sendable {
    fileprivate let restore: SQLiteRestore
    fileprivate let dataFolder: String

    /// The folder with the database that an earlier, interrupted restore has replaced; nil if there was none to
    /// complete.
    package var completed: String? { restore.completed }

    /// Repeats the deletions and ends of sessions after the backup. A server does the same at its start. If a step
    /// fails, removes the copy and throws.
    ///
    /// - Parameters:
    ///   - journal: The data folder's deletion journal.
    ///   - others: Additional journals, whose entries are added to the data folder's journal.
    ///   - keyFile: The master key's file. A key other than the backup's is refused.
    ///   - progress: Receives the number of processed accounts from time to time.
    package func reconcile(
        journal: String, others: [String], keyFile: String, now: Date, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> JournalReplayResult {
        do {
            return try await reconciled(journal, others, keyFile, now, progress)
        } catch {
            restore.discard()
            throw error
        }
    }

    /// Moves the previous database to a new folder, and installs the copy in its place. If this throws after the
    /// installation began, the next start or restore completes it.
    ///
    /// - Returns: The folder that now contains the previous database; nil if there was none.
    package func install(at now: Date) throws(BackupError) -> String? {
        let aside = nameAside(at: now)
        defer { restore.unlock() }
        do throws(SQLiteOpenError) {
            return try restore.install(settingAside: aside)
        } catch {
            throw BackupError(error, folder: dataFolder)
        }
    }

    /// Returns a name for the previous database's folder that does not exist yet, even for several restores within one
    /// second.
    private func nameAside(at now: Date) -> String {
        let name = "replaced-" + now.fileName
        var (aside, number) = (name, 1)
        while FileManager.default.fileExists(atPath: dataFolder + "/" + aside) {
            number += 1
            aside = "\(name)-\(number)"
        }
        return aside
    }

    private func reconciled(
        _ journal: String, _ others: [String], _ keyFile: String, _ now: Date,
        _ progress: @escaping @Sendable (Int) -> Void
    ) async throws -> JournalReplayResult {
        let masterKey = try MasterKey.read(keyFile)
        let environment = RuntimeEnvironment(clock: { now })
        let storage: SQLiteStorage
        do throws(SQLiteOpenError) {
            storage = try SQLiteStorage(folder: restore.draft)
        } catch {
            throw StartError(error, folder: restore.draft)
        }
        defer { storage.close() }
        let keys: KeyRing
        do throws(KeyRingError) {
            keys = try await KeyRing(
                storage: storage, environment: environment, masterKey: masterKey, schedule: KeyRotationSchedule())
        } catch {
            throw StartError(error, keyFile: keyFile)
        }
        let originals = try others.map { path in
            do throws(DeletionJournalFile.Failure) {
                let content = try JournalContent(of: path)
                guard content.isOf(storage.databaseID) else { throw .otherDatabase }
                return content
            } catch {
                throw StartError(error, journal: path)
            }
        }
        let file: DeletionJournalFile
        do throws(DeletionJournalFile.Failure) {
            file = try DeletionJournalFile(
                journal, database: storage.databaseID, continuing: originals.first,
                forgettingBefore: now.addingTimeInterval(-Tombstone.retention))
        } catch {
            throw StartError(error, journal: journal)
        }
        let accounts = Services(
            storage: storage, environment: environment, credentials: CredentialVerifier([:]), journal: file, keys: keys,
            masterKey: masterKey, publicURL: "")
        return try await accounts.journal.reconcile(
            adding: originals.map(\.entries), endings: restore.unnotedEndings(of: storage.databaseID),
            progress: progress)
    }
}

extension BackupError {
    fileprivate init(_ error: SQLiteOpenError, folder: String) {
        switch error {
        case .inUse: self.init("dataDir: '\(folder)' is in use; stop the server and run the command again")
        default: self.init("dataDir: \(error)")
        }
    }
}
