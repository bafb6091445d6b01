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
            Stop the server first, and run this as its user: root's files it could not open. The backup is examined, and \
            nothing is touched before all is ready; the database that was there is set aside, not overwritten:

              sudo -u sesame sesame restore /var/backups/sesame/sesame-20261121T031500Z --config /etc/sesame/sesame.json

            Who deleted their account after the backup is deleted again, by the deletion journal, which lies in the data \
            folder unless the configuration names another place. On a new machine, bring it along:

              sesame restore BACKUP --config FILE --journal /mnt/old/deletions.jsonl

            Where there is none the command refuses: whoever has left would be there again. If it is lost for good, \
            --without-journal goes on all the same.

            The data is sealed under the master key that the server had, which is no part of a backup; another key is \
            refused. What was done to admin keys and accounts since is undone, too: revoke and disable anew.
            """)

    @Argument(help: ArgumentHelp("The backup: a folder that 'sesame backup' made.", valueName: "backup"))
    var backup: String

    @OptionGroup var options: DataOptions

    @Option(help: ArgumentHelp("With --data, the master key's file.", valueName: "file"))
    var keyFile: String?

    @Option(help: ArgumentHelp("Another deletion journal to apply; may be given several times.", valueName: "file"))
    var journal: [String] = []

    @Flag(help: "Restore without a deletion journal: users deleted since reappear.")
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
            throw CommandFailure("You may not read '\(place.journal)'. Run this as the server's user, by sudo -u.")
        case .there, .missing: break
        }
        try requireOwner(of: place.folder)
        let now = Date()
        let restore = try Restore(of: backup, into: place.folder, now: now)
        let time = restore.manifest.time.ISO8601Format()
        Console.complain("examining the backup of \(time) …")
        let copy = try await Blocking.run { () throws(BackupError) in try restore.copy() }
        let outcome = try await copy.reapplyDeletions(
            journal: place.journal, others: journal, keyFile: key, now: now
        ) { count in
            if count % 100_000 < 500 { Console.complain("\(count) accounts looked at …") }
        }
        let aside = try await Blocking.run { () throws(BackupError) in try copy.install(at: now) }
        Console.say("restored the backup of \(time) into \(place.folder)")
        if let aside {
            Console.say("what was there is in \(aside); it holds personal data, so remove it when you need it no more")
        }
        Console.say("accounts that were deleted after the backup, and are gone again: \(outcome.deleted)")
        if outcome.noted > 0, !withoutJournal {
            Console.complain(
                """
                warning: the deletion journal lacked \(outcome.noted) deletions that the backup knows, so it may be \
                another one than this data's. If people who have left are there again, stop the server, and repeat \
                this with the right one: --journal FILE.
                """)
        }
    }
}

/// Refuses to run as root in a folder of another user, because that user could not open files created by root.
private func requireOwner(of folder: String) throws {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder)
    guard geteuid() == 0, let id = attributes?[.ownerAccountID] as? UInt, id != 0 else { return }
    let owner = attributes?[.ownerAccountName] as? String ?? "#\(id)"
    throw CommandFailure(
        """
        '\(folder)' is \(owner)'s, who could open nothing that root makes there. Run this as that user: \
        sudo -u '\(owner)' sesame restore …
        """)
}

/// The error of a restore without a journal.
private struct MissingJournal: Error, CustomStringConvertible {
    let path: String

    var description: String {
        """
        there is no deletion journal at '\(path)', and without it people who have left since the backup would be there \
        again. Name it with --journal FILE; if it is lost for good, repeat this with --without-journal
        """
    }
}
