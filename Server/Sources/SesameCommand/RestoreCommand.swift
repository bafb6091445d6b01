import ArgumentParser
import Foundation
import SesameAccounts
import SesameServer

/// `sesame restore`: a backup in the place of the data.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of the data.",
        discussion: """
            Stop the server first. The backup is examined before anything is touched, and the database that was there is \
            set aside, not overwritten:

              sesame restore /var/backups/sesame/sesame-20261121T031500Z --config /etc/sesame/sesame.json

            Who deleted their account after the backup is deleted again, by the deletion journal, which lies in the data \
            folder unless the configuration names another place. On a new machine, bring it along:

              sesame restore BACKUP --config FILE --journal /mnt/old/deletions.jsonl

            Sessions go on where the backup knows them. That takes the master key that the server had: it is no part of \
            a backup.
            """)

    @Argument(help: ArgumentHelp("The backup: a folder that 'sesame backup' made.", valueName: "backup"))
    var backup: String

    @OptionGroup var options: DataOptions

    @Option(help: ArgumentHelp("With --data, the master key's file.", valueName: "file"))
    var keyFile: String?

    @Option(help: ArgumentHelp("Another deletion journal to go by. May be given several times.", valueName: "file"))
    var journal: [String] = []

    func run() async throws {
        let place = try options.place()
        for file in journal where !FileManager.default.fileExists(atPath: file) {
            throw ValidationError("'\(file)' cannot be read.")
        }
        guard let key = place.keyFile ?? keyFile else {
            throw ValidationError("With --data, name the master key's file with --key-file.")
        }
        let now = Date()
        let restore = try Restore(of: backup, into: place.folder, now: now)
        let hasJournal = !journal.isEmpty || FileManager.default.fileExists(atPath: place.journal)
        Console.complain("examining the backup of \(restore.manifest.time.ISO8601Format()) …")
        let aside = try await Blocking.run { () throws(BackupError) in try restore.install(at: now) }
        Console.say("restored the backup of \(restore.manifest.time.ISO8601Format()) into \(place.folder)")
        if let aside {
            Console.say("what was there is in \(aside); it holds personal data, so remove it when you need it no more")
        }
        let outcome = try await Restore.reapplyDeletions(
            in: place.folder, journal: place.journal, others: journal, keyFile: key, now: now
        ) { count in
            if count % 100_000 < 500 { Console.complain("\(count) accounts looked at …") }
        }
        Console.say("accounts that were deleted after the backup, and are gone again: \(outcome.deleted)")
        if !hasJournal {
            Console.complain(
                """
                warning: there was no deletion journal at \(place.journal). If people have deleted their accounts since \
                the backup, they are there again: find the journal, and repeat this with --journal.
                """)
        }
    }
}
