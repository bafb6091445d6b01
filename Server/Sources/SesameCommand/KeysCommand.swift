import ArgumentParser
import SesameAccounts
import SesameServer

/// `sesame keys`: the server's keys.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Make the server's keys.",
        subcommands: [Generate.self])

    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a new key to a file that only its owner can read.",
            discussion: """
                Name the file as 'keyFile' in the configuration, and keep a copy where the database's copies are not: \
                without the key nobody's session survives a restore, and with it alone nothing can be read.

                For the operator's own programs, and 'sesame push', make another one and name it as 'adminKeyFile'.
                """)

        @Option(name: .shortAndLong, help: ArgumentHelp("Where to write it.", valueName: "file"))
        var output: String

        func run() throws {
            try MasterKey.generate(at: output)
            Console.say("wrote \(output)")
        }
    }
}
