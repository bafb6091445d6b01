import Foundation
import SesameAccounts
import SesameCore
import SesameSQLite

/// A check of the data folder: it exists or can be created, is accessible to the server alone, and has free space, and
/// its signing keys match the master key and are not outdated.
struct DataFolderCheck: DoctorCheck {
    private static let subject = "dataDir"
    private static let leastSpace: UInt64 = 100 << 20
    private static let comfortableSpace: UInt64 = 1 << 30

    func findings(_ installation: Installation) async -> [Finding] {
        guard let folder = installation.settings["dataDir"]?.string else { return [] }
        var status = stat()
        guard stat(folder, &status) == 0 else { return [Self.findingOfMissing(folder)] + Self.space(above: folder) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return [
                .fault(
                    Self.subject, "'\(folder)' is not a folder", why: "the database is stored in a folder",
                    fix: #""dataDir": "/var/lib/sesame""#)
            ]
        }
        var findings: [Finding] = []
        if access(folder, W_OK | X_OK) != 0 {
            findings.append(
                .fault(
                    Self.subject, "this user cannot write to '\(folder)'", why: "the server does not start",
                    fix: "chown sesame: \(folder), or run the doctor as the server's user"))
        }
        if let file = SQLiteStorage.unusableFile(in: folder) {
            findings.append(
                .fault(
                    Self.subject, "this user cannot read and write '\(file)'", why: "the server does not start",
                    fix: "chown sesame: \(file), or run the doctor as the server's user"))
        }
        if status.st_mode & 0o002 != 0 {
            findings.append(
                .fault(
                    Self.subject, "every user of this machine can write to '\(folder)'",
                    why: "any of them can put another database there", fix: "chmod 700 \(folder)"))
        } else if status.st_mode & 0o077 != 0 {
            findings.append(
                .note(
                    Self.subject, "other users can access '\(folder)'",
                    why: "its files are nevertheless accessible only to their owner", fix: "chmod 700 \(folder)"))
        }
        findings += Self.space(folder)
        if findings.allSatisfy({ $0.level != .fault }) { findings += Self.content(folder, installation) }
        return findings
    }

    private static func findingOfMissing(_ folder: String) -> Finding {
        let parent = existingParent(of: folder)
        guard access(parent, W_OK | X_OK) == 0 else {
            return .fault(
                subject, "'\(folder)' does not exist, and this user cannot create it", why: "the server does not start",
                fix: "install -d -m 700 -o sesame \(folder)")
        }
        return .ok(subject, "'\(folder)' does not exist yet; the server creates it")
    }

    private static func existingParent(of path: String) -> String {
        var url = URL(fileURLWithPath: path)
        while url.path != "/", access(url.path, F_OK) != 0 { url.deleteLastPathComponent() }
        return url.path
    }

    private static func space(above folder: String) -> [Finding] { space(existingParent(of: folder)) }

    private static func space(_ folder: String) -> [Finding] {
        var system = statvfs()
        guard statvfs(folder, &system) == 0 else { return [] }
        return finding(ofFree: UInt64(system.f_bavail) * UInt64(system.f_frsize)).map { [$0] } ?? []
    }

    static func finding(ofFree bytes: UInt64) -> Finding? {
        guard bytes < comfortableSpace else { return nil }
        let found = "\(bytes >> 20) MB are free"
        guard bytes < leastSpace else {
            return .note(
                subject, found, why: "a full disk stops every sign-in", fix: "free some space, or use another disk")
        }
        return .fault(
            subject, found, why: "a full disk stops every sign-in", fix: "free some space, or use another disk")
    }

    /// Returns the id of the database that the deletion journal names; nil if it names none, or cannot be read, which
    /// another check reports.
    private static func journalOwner(_ folder: String, _ installation: Installation) -> [UInt8]? {
        let journal =
            installation.settings["deletionJournal"]?.string ?? ServerConfiguration.defaultJournalPath(in: folder)
        return (try? DeletionJournalFile.database(of: journal)) ?? nil
    }

    private static func content(_ folder: String, _ installation: Installation) -> [Finding] {
        do throws(SQLiteOpenError) {
            let inspection = try SQLiteStorage.inspect(folder)
            if let owner = journalOwner(folder, installation), owner != inspection?.databaseID {
                return [
                    .fault(
                        subject, "the deletion journal belongs to another database than the one in '\(folder)', if any",
                        why: "the server does not start",
                        fix: "mount the right volume, name the right folder, or sesame restore with a backup")
                ]
            }
            guard let keys = inspection?.signingKeys else {
                return [.ok(subject, "'\(folder)' is usable; it has no database, or one of an earlier version")]
            }
            if let file = installation.settings["keyFile"]?.string, let key = try? MasterKey.read(file),
                !KeyRing.opens(keys, with: key)
            {
                return [
                    .fault(
                        "keyFile", "'\(file)' is not the key of the data in '\(folder)'",
                        why: "the server does not start",
                        fix: "use the previous key, or start with an empty data folder")
                ]
            }
            return [finding(of: keys, at: installation.now)]
        } catch {
            switch error {
            case .inUse: return [.ok(subject, "'\(folder)' is in use by a server")]
            case .installing: return [.ok(subject, "\(error)")]
            case .restoring:
                return [
                    .fault(
                        subject, "\(error)", why: "the server does not start",
                        fix: "sudo -u sesame sesame restore BACKUP --config FILE")
                ]
            default:
                return [
                    .fault(
                        subject, "\(error)", why: "the server does not start",
                        fix: "run the version that wrote it, or restore a backup")
                ]
            }
        }
    }

    static func finding(of keys: [SealedSigningKey], at now: Date) -> Finding {
        guard let newest = keys.first else { return .ok(subject, "there is no signing key yet") }
        let days = Int(now.timeIntervalSince(newest.signsFrom) / 86_400)
        let schedule = KeyRotationSchedule()
        guard now.timeIntervalSince(newest.signsFrom) > schedule.rotationPeriod + 86_400 else {
            return .ok(subject, "no server is using the folder; its newest signing key is \(max(0, days)) days old")
        }
        return .note(
            subject, "the newest signing key is \(days) days old",
            why:
                "a running server creates a new one every \(Int(schedule.rotationPeriod / 86_400)) days: none has been "
                + "running",
            fix: "start the server; it creates one automatically")
    }
}
