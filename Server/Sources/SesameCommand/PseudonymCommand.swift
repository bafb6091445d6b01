import ArgumentParser
import Foundation
import Logging
import SesameAccounts
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame pseudonym`, which prints a user's pseudonyms in an app, derived with the pseudonym keys of the
/// server's configuration.
struct PseudonymCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pseudonym",
        abstract: "Print the pseudonyms of a user in an app.",
        discussion: """
            For a user who asks what is stored about them and can no longer sign in. Reads the user's id at the \
            provider from standard input, so that it appears in no process list and no history, and prints each \
            pseudonym that the keys of the configuration derive from it, newest first.

            Each use is recorded in the machine's log, without the user, because it defeats the purpose of the \
            pseudonym.
            """)

    @Option(help: ArgumentHelp("The server's configuration.", valueName: "file"))
    var config: String

    @Option(help: "The app's name in the configuration.")
    var app: String

    @Option(help: "The provider of the id, as named in the configuration.")
    var provider = Provider.apple.rawValue

    func run() throws {
        let apps = try ServerConfiguration(parsing: ConfigurationFile.read(config)).apps
        guard let app = AppID(app).flatMap({ apps[$0] }) else {
            throw CommandFailure("The configuration has no app '\(app)'.")
        }
        guard app.privacy.isPseudonymous else {
            throw CommandFailure("The app is not pseudonymous: it stores users under their ids at the providers.")
        }
        guard let provider = apps.provider(named: provider) else {
            throw CommandFailure("The provider must be one of \(apps.providers.list(joinedBy: ", ")).")
        }
        guard let subject = readLine(), !subject.isEmpty else {
            throw ValidationError("The user's id at the provider is required on standard input.")
        }
        note("a pseudonym was revealed: app \(app.id), provider \(provider.rawValue), by user \(getuid())")
        for pseudonym in app.privacy.pseudonyms(of: subject, at: provider) { Console.say(pseudonym) }
    }

    /// Writes the line to the system log, where the caller cannot delete the line, and to standard error.
    private func note(_ line: String) {
        line.withCString { text in withVaList([text]) { vsyslog(LOG_AUTH | LOG_NOTICE, "sesame: %s", $0) } }
        LogLevel.notice.logger().notice("\(line)")
    }
}
