import ArgumentParser
import SesameAccounts
import SesameServer

/// `sesame keys`: the server's keys.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Make the server's keys.",
        subcommands: [Generate.self, Pseudonyms.self])

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

    struct Pseudonyms: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the keys of pseudonyms to a file that only its owner can read, or add a version.",
            discussion: """
                For apps with "privacy": "pseudonymous". Name the file as 'pseudonymKeyFile' in the configuration, and \
                keep a copy where the database's copies are not: with both, everybody's pseudonym can be told; without \
                the keys nobody's, and everybody who signs in is new.

                A version that is added is used from the server's next start on. Whoever signs in then is kept under \
                it; the older versions stay in the file for those who have not.
                """)

        @Option(name: .shortAndLong, help: ArgumentHelp("Where to write a new file.", valueName: "file"))
        var output: String?

        @Option(help: ArgumentHelp("The file to add a version to.", valueName: "file"))
        var addTo: String?

        func validate() throws {
            guard (output == nil) != (addTo == nil) else {
                throw ValidationError("Name a new file with --output, or one to add a version to with --add-to.")
            }
        }

        func run() throws {
            if let output {
                try PseudonymKeys.generate(at: output)
                Console.say("wrote \(output)")
            } else if let addTo {
                Console.say("added v\(try PseudonymKeys.addVersion(to: addTo)) to \(addTo)")
            }
        }
    }
}
