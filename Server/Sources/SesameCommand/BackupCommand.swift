import ArgumentParser
import Foundation
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame backup`, which backs up the data of a running or stopped server.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the data, with the server running or stopped.",
        discussion: """
            Each backup is a folder of its own with the database and a manifest. A running server continues meanwhile, \
            and needs no notification. To back up nightly and keep the last two weeks:

              sudo -u sesame sesame backup /var/backups/sesame --config /etc/sesame/sesame.json --keep-days 14

            A backup contains the same data as the database, including personal data: protect it likewise, and delete \
            it in time. It contains neither the master key, without which it cannot be restored, nor the deletion \
            journal, which 'sesame restore' reads from its own path. Keep a copy of the key elsewhere, and set \
            'deletionJournal' in the configuration to a path that outlives the data folder's disk.
            """)

    @Argument(help: ArgumentHelp("The folder for all backups; created if missing.", valueName: "folder"))
    var folder: String

    @OptionGroup var options: DataOptions

    @Option(
        help: ArgumentHelp(
            "After the backup, remove those older than this; fails if one cannot be read.", valueName: "days"))
    var keepDays: Int?

    func validate() throws {
        if let keepDays, keepDays < 1 { throw ValidationError("--keep-days must be 1 or more.") }
    }

    func run() async throws {
        let parent = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        let now = Date()
        let backup = try Backup(of: options.place().folder, in: parent, at: now)
        let progress = Task { await tell(backup) }
        defer { progress.cancel() }
        let manifest = try await Blocking.run { () throws(BackupError) in try backup.make() }
        Console.say(backup.folder)
        Console.complain("\(manifest.bytes) bytes, SHA-256 \(manifest.sha256)")
        guard let keepDays else { return }
        let oldest = now.addingTimeInterval(-Double(keepDays) * 86_400)
        try Backup.removeOlder(than: oldest, in: parent) { Console.complain("removed \($0)") }
    }

    /// Prints the progress of a backup every three seconds.
    private func tell(_ backup: Backup) async {
        while (try? await Task.sleep(for: .seconds(3))) != nil {
            let percent = min(99, backup.writtenBytes * 100 / max(1, backup.estimatedBytes))
            Console.complain("\(percent) % of about \(backup.estimatedBytes) bytes")
        }
    }
}
