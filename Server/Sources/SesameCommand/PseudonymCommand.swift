import ArgumentParser
import Foundation
import Logging
import SesameAccounts
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame pseudonym`, which prints a user's pseudonyms in an app. It requires the keys of the server's
/// configuration.
struct PseudonymCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pseudonym",
        abstract: "Print the pseudonyms of a user in an app.",
        discussion: """
            For a person who asks what is kept of them and cannot sign in any more. Reads the provider's id of the \
            person from standard input, so that it stands in no list of processes and in no history, and prints each \
            pseudonym that the keys of the configuration make, the newest first.

            Each use is noted in the machine's log, without the person: it undoes what the pseudonym is for.
            """)

    @Option(help: ArgumentHelp("The configuration of the server.", valueName: "file"))
    var config: String

    @Option(help: "The app's name in the configuration.")
    var app: String

    @Option(help: "The provider of that id, as the configuration names it.")
    var provider = Provider.apple.rawValue

    func run() throws {
        let apps = try ServerConfiguration(parsing: ConfigurationFile.read(config)).apps
        guard let app = AppID(app).flatMap({ apps[$0] }) else {
            throw CommandFailure("The configuration has no app '\(app)'.")
        }
        guard app.privacy.isPseudonymous else {
            throw CommandFailure("The app keeps people under their providers' ids.")
        }
        guard let provider = apps.provider(named: provider) else {
            throw CommandFailure("The provider is one of \(apps.providers.list(joinedBy: ", ")).")
        }
        guard let subject = readLine(), !subject.isEmpty else {
            throw ValidationError("Give the provider's id of the person on standard input.")
        }
        note("a pseudonym was told: app \(app.id), provider \(provider.rawValue), by user \(getuid())")
        for pseudonym in app.privacy.pseudonyms(of: subject, at: provider) { Console.say(pseudonym) }
    }

    /// Writes to the system log, from which the caller cannot remove it, and to standard error.
    private func note(_ line: String) {
        line.withCString { text in withVaList([text]) { vsyslog(LOG_AUTH | LOG_NOTICE, "sesame: %s", $0) } }
        LogLevel.notice.logger().notice("\(line)")
    }
}
