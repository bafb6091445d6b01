import ArgumentParser
import Foundation
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame backup`, which copies the data of a running server.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the data, with the server running or stopped.",
        discussion: """
            Each backup is a folder of its own with the database and a manifest. The server goes on meanwhile, and is \
            told nothing. Nightly, with the last two weeks kept:

              sudo -u sesame sesame backup /var/backups/sesame --config /etc/sesame/sesame.json --keep-days 14

            A backup holds what the database holds, personal data too: guard it likewise, and let it go in time. It does \
            not hold the master key, without which it cannot be restored, nor the deletion journal, which \
            'sesame restore' reads where it is. Keep a copy of the key elsewhere, and let 'deletionJournal' in the \
            configuration name a place that outlives the data folder's disk.
            """)

    @Argument(help: ArgumentHelp("The folder of all backups; created if needed.", valueName: "folder"))
    var folder: String

    @OptionGroup var options: DataOptions

    @Option(help: ArgumentHelp("Then remove older backups; an error if one cannot be read.", valueName: "days"))
    var keepDays: Int?

    func validate() throws {
        if let keepDays, keepDays < 1 { throw ValidationError("--keep-days takes 1 or more.") }
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

    /// Prints the progress of a backup that takes longer than a moment.
    private func tell(_ backup: Backup) async {
        while (try? await Task.sleep(for: .seconds(3))) != nil {
            let percent = min(99, backup.writtenBytes * 100 / max(1, backup.estimatedBytes))
            Console.complain("\(percent) % of about \(backup.estimatedBytes) bytes")
        }
    }
}
