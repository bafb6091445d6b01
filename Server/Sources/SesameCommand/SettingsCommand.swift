import ArgumentParser
import SesameCore
import SesameOperations
import SesameTerminal
import SesameWire

/// The command `sesame settings`, which lists every setting of the configuration file.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Print every setting of the configuration file, with default and range.",
        discussion: """
            For example, how long sessions live:

              sesame settings | grep -A 8 'sessions$'

            With --schema it is a JSON schema, by which an editor completes and checks the file: save it beside the \
            file, and begin the file with {"$schema": "./schema.json", …}.
            """)

    @Flag(help: "Print a JSON schema instead.")
    var schema = false

    func run() {
        Console.say(
            bytes: schema ? JSONValue.object(SettingsSchema().json).serialized() : Array(SettingsPage().text.utf8))
    }
}
