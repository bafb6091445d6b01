package import Foundation
import SesameCore
import SesameSQLite
import SesameWire

/// A backup of a data folder, which a server may be using at the same time.
///
/// Each backup is a folder, named after its time, that contains the database and a manifest. It receives that name once
/// it is complete, so that an interrupted backup is never mistaken for a complete one.
package struct Backup: Sendable {
    /// The path of the backup's folder, whose name is `sesame-` and the time.
    package let folder: String
    /// The approximate size of the copied database in bytes, known before the backup is made.
    package let estimatedBytes: Int
    private let database: SQLiteBackup
    private let parent: String
    private let draft: String
    private let time: Date

    /// Prepares a backup. Throws if the data folder's database cannot be opened.
    ///
    /// - Parameters:
    ///   - dataFolder: The data folder to back up.
    ///   - parent: The folder that contains all backups.
    package init(of dataFolder: String, in parent: String, at time: Date) throws(BackupError) {
        do throws(SQLiteOpenError) {
            database = try SQLiteBackup(folder: dataFolder)
        } catch {
            throw BackupError("dataDir: \(error)")
        }
        self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
        self.parent = parent
        folder = parent + "/" + Self.prefix + self.time.fileName
        draft = folder + Self.draftSuffix
        estimatedBytes = database.estimatedBytes
    }

    private static let prefix = "sesame-"
    private static let draftSuffix = ".part"

    /// The number of bytes of the database written so far, for progress; 0 before and after ``make()``.
    package var writtenBytes: Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: draft + "/" + BackupManifest.databaseName)
        return (attributes?[.size] as? Int) ?? 0
    }

    /// Makes the backup and returns its manifest once everything is written to disk. Blocks during disk access. If
    /// writing fails, removes the incomplete backup and throws.
    package func make() throws(BackupError) -> BackupManifest {
        defer { database.close() }
        let files = FileManager.default
        guard !files.fileExists(atPath: folder) else {
            throw BackupError("'\(folder)' already exists; try again in a second")
        }
        let path = draft + "/" + BackupManifest.databaseName
        do {
            try files.createDirectory(
                atPath: draft, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try database.write(to: path)
            let manifest = try BackupManifest(of: path, schema: database.schema, at: time)
            try PrivateFile.write(
                JSONValue.object(manifest.json).serialized(), to: draft + "/" + BackupManifest.fileName)
            try files.moveItem(atPath: draft, toPath: folder)
            try PrivateFile.sync(parent)
            return manifest
        } catch {
            try? files.removeItem(atPath: draft)
            throw error as? BackupError ?? BackupError("'\(folder)' cannot be created: \(Self.words(error))")
        }
    }

    /// Removes backups older than the given time; other files stay. If a backup cannot be read or removed, removes the
    /// others first and then throws, so that the operator does not overlook old data that remains.
    ///
    /// - Parameter tell: Receives the path of each removed folder.
    package static func removeOlder(
        than time: Date, in parent: String, telling tell: (String) -> Void
    ) throws(BackupError) {
        var failure: BackupError?
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent).sorted()) ?? []
        where name.hasPrefix(prefix) && !name.hasSuffix(draftSuffix) {
            let folder = parent + "/" + name
            guard let manifest = try? BackupManifest(of: folder) else {
                if isTime(name.dropFirst(prefix.count)) {
                    failure = BackupError(
                        "'\(folder)' is not removed, because its manifest cannot be read; chown it, or remove it "
                            + "manually"
                    )
                }
                continue
            }
            guard manifest.time < time else { continue }
            do {
                try FileManager.default.removeItem(atPath: folder)
                tell(folder)
            } catch {
                failure = BackupError("'\(folder)' cannot be removed: \(words(error))")
            }
        }
        if let failure { throw failure }
    }

    /// Returns true if the text has the form of ``Foundation/Date/fileName``.
    private static func isTime(_ text: Substring) -> Bool {
        text.map { $0.isASCII && $0.isWholeNumber ? "0" : $0 }.elementsEqual("00000000T000000Z")
    }

    private static func words(_ error: any Error) -> String {
        (error as? SQLiteOpenError)?.description ?? error.localizedDescription
    }
}

extension Date {
    /// The time as text that sorts chronologically and is valid in every file name, such as `20261121T200636Z`.
    var fileName: String { ISO8601Format().filter { $0 != "-" && $0 != ":" } }
}
