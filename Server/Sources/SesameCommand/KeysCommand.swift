import ArgumentParser
import Foundation
import SesameAccounts
import SesameCore
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame keys`, which manages the server's signing keys.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Create the server's keys, and manage signing keys.",
        discussion: "Keys that let the operator's programs in are another thing: see 'sesame admin-keys'.",
        subcommands: [Generate.self, List.self, Rotate.self, Pseudonyms.self])

    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a new key to a file that only its owner can read.",
            discussion: """
                Name the file as 'keyFile' in the configuration, and keep a copy where the database's copies are not: \
                without the key no backup can be restored, and with it alone nothing can be read.

                A webhook's secret is made in the same way: name its file as 'secretFile', and give the receiver a copy.
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

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the keys that sign access tokens.")

        @OptionGroup var server: AdminOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try SigningKeys.say(try await server.call("GET", "signing-keys"), output)
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rotate the signing key before its time.",
            discussion: """
                It is published now and signs two hours later, when everybody knows it; nobody notices. The server does \
                the same by itself every ninety days.

                Where somebody else may have the key, '--at-once' makes one that signs at once and removes all others: \
                access tokens of before are refused, and clients get new ones. Back ends that keep the key set may refuse \
                the new tokens until they fetch it again, for an hour at most.
                """)

        @OptionGroup var server: AdminOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var consent: ConfirmationPrompt

        @Flag(help: "Sign with it at once, and remove all others.")
        var atOnce = false

        func run() async throws {
            if atOnce { try consent.require("Remove all signing keys, so that every access token is refused?") }
            let body: JSONObject = ["when": .string(atOnce ? "at_once" : "scheduled")]
            try SigningKeys.say(try await server.call("POST", "signing-keys/rotate", body: body), output)
        }
    }
}

private enum SigningKeys {
    static func say(_ answer: JSONObject, _ output: OutputOptions) throws {
        let keys = answer.list("keys")
        guard !output.json else { return keys.forEach { Console.say($0.line) } }
        var table = Table("ID", "ALGORITHM", "PUBLISHED", "SIGNS FROM", "STATE")
        for key in keys {
            let isNext = (key["signingTime"]?.integer ?? 0) > Int64(Date().timeIntervalSince1970)
            table.add(
                key["id"]?.string, key["algorithm"]?.string, key["publicationTime"]?.time, key["signingTime"]?.time,
                key["isSigning"]?.bool == true ? "signs" : isNext ? "next" : "verifies")
        }
        Console.say(table.text)
    }
}
