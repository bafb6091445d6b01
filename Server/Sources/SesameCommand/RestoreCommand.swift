import ArgumentParser
import Foundation
import SesameAccounts
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame restore`, which replaces the data with a backup.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup.",
        discussion: """
            Stop the server first, and run this as its user: the server could not open files of root. The backup is \
            verified, and nothing is changed before everything is ready; the previous database is set aside, not \
            overwritten:

              sudo -u sesame sesame restore /var/backups/sesame/sesame-20261121T031500Z --config /etc/sesame/sesame.json

            Accounts that were deleted after the backup are deleted again, and sessions that ended since end again, \
            according to the deletion journal. It is in the data folder unless the configuration names another path. \
            On a new machine, name the old machine's journal:

              sesame restore BACKUP --config FILE --journal /mnt/old/deletions.jsonl

            Without a journal the command fails, because deleted accounts and ended sessions would reappear. \
            If the journal is lost for good, --without-journal restores all the same.

            The data is encrypted under the server's master key, which is not part of a backup; another key is \
            rejected. Changes to admin keys and accounts after the backup are undone, too: revoke and disable them \
            again.
            """)

    @Argument(help: ArgumentHelp("The backup: a folder created by 'sesame backup'.", valueName: "backup"))
    var backup: String

    @OptionGroup var options: DataOptions

    @Option(help: ArgumentHelp("With --data, the master key's file.", valueName: "file"))
    var keyFile: String?

    @Option(help: ArgumentHelp("Another deletion journal to apply; may be given several times.", valueName: "file"))
    var journal: [String] = []

    @Flag(help: "Restore without a deletion journal: accounts and sessions that ended after the backup reappear.")
    var withoutJournal = false

    func run() async throws {
        let place = try options.place()
        for file in journal where !FileManager.default.isReadableFile(atPath: file) {
            throw CommandFailure("'\(file)' cannot be read.")
        }
        guard let key = place.keyFile ?? keyFile else {
            throw ValidationError("With --data, name the master key's file with --key-file.")
        }
        switch FilePresence(of: place.journal) {
        case .missing where !withoutJournal && journal.isEmpty: throw MissingJournal(path: place.journal)
        case .hidden:
            throw CommandFailure("You may not read '\(place.journal)'. Run this as the server's user, with sudo -u.")
        case .there, .missing: break
        }
        try requireOwner(of: place.folder)
        let now = Date()
        let restore = try Restore(of: backup, into: place.folder, now: now)
        let time = restore.manifest.time.ISO8601Format()
        Console.complain("verifying the backup of \(time) …")
        let copy = try await Blocking.run { () throws(BackupError) in try restore.copy() }
        if let completed = copy.completed {
            Console.complain("an interrupted restore was completed first; the database before it is in \(completed)")
        }
        let outcome = try await copy.reconcile(
            journal: place.journal, others: journal, keyFile: key, now: now
        ) { count in
            if count % 100_000 < 500 { Console.complain("\(count) accounts checked …") }
        }
        let aside = try await Blocking.run { () throws(BackupError) in try copy.install(at: now) }
        Console.say("restored the backup of \(time) into \(place.folder)")
        if let aside {
            Console.say(
                "the previous database is in \(aside); it contains personal data, so delete it when you no longer need "
                    + "it"
            )
        }
        Console.say("accounts that were deleted after the backup, and are deleted again: \(outcome.deleted)")
        Console.say("accounts whose sessions ended after the backup, and end again: \(outcome.signedOut)")
        if outcome.noted > 0, !withoutJournal {
            Console.complain(
                """
                warning: the deletion journal lacked \(outcome.noted) deletions that the backup contains, so it may \
                belong to other data. If deleted accounts have reappeared, stop the server, and repeat this with the \
                right journal: --journal FILE.
                """)
        }
    }
}

/// Refuses to run as root in the folder of another user, because that user could not open files created by root.
private func requireOwner(of folder: String) throws {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder)
    guard geteuid() == 0, let id = attributes?[.ownerAccountID] as? UInt, id != 0 else { return }
    let owner = attributes?[.ownerAccountName] as? String ?? "#\(id)"
    throw CommandFailure(
        """
        '\(folder)' belongs to \(owner), who could not open files created by root. Run this as that user: sudo -u \
        '\(owner)' sesame restore …
        """)
}

/// The error if the data's deletion journal is missing, and neither `--journal` nor `--without-journal` is given.
private struct MissingJournal: Error, CustomStringConvertible {
    let path: String

    var description: String {
        """
        there is no deletion journal at '\(path)', and without it accounts and sessions that ended after the backup would \
        reappear. \
        Name it with --journal FILE; if it is lost for good, repeat this with --without-journal
        """
    }
}
