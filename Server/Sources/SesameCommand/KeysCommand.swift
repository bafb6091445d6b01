import ArgumentParser
import Foundation
import SesameAccounts
import SesameCore
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame keys`, which creates the server's key files, and lists and rotates its signing keys.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Create the server's keys, and manage signing keys.",
        discussion: "For the keys of the operator's programs, see 'sesame admin-keys'.",
        subcommands: [Generate.self, List.self, Rotate.self, Pseudonyms.self])

    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a new key to a file that only its owner can read.",
            discussion: """
                Set 'keyFile' in the configuration to the file, and keep a copy apart from the database's backups: \
                without the key no backup can be restored, and with the key alone nothing can be read.

                A webhook's secret is created in the same way: set its 'secretFile' to the file, and give the receiver \
                a copy.
                """)

        @Option(name: .shortAndLong, help: ArgumentHelp("Where to write the key.", valueName: "file"))
        var output: String

        func run() throws {
            try MasterKey.generate(at: output)
            Console.say("wrote \(output)")
        }
    }

    struct Pseudonyms: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write pseudonym keys to a file that only its owner can read, or add a version.",
            discussion: """
                For apps with "privacy": "pseudonymous". Set 'pseudonymKeyFile' in the configuration to the file, and \
                keep a copy apart from the database's backups: with both, every user's pseudonym can be determined; \
                without the keys none can, and every user who signs in is new.

                An added version is used from the server's next start. Users who sign in after that are stored under \
                it; the older versions stay in the file for the users who have not.
                """)

        @Option(name: .shortAndLong, help: ArgumentHelp("Where to write a new file.", valueName: "file"))
        var output: String?

        @Option(help: ArgumentHelp("The file to add a version to.", valueName: "file"))
        var addTo: String?

        func validate() throws {
            guard (output == nil) != (addTo == nil) else {
                throw ValidationError(
                    "Name either a new file with --output or a file to add a version to with --add-to.")
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
        static let configuration = CommandConfiguration(abstract: "List the signing keys of access tokens.")

        @OptionGroup var server: AdminOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try SigningKeys.say(try await server.call("GET", "signing-keys"), output)
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rotate the signing key ahead of schedule.",
            discussion: """
                The new key is published now and signs two hours later, when all verifiers know it; clients notice \
                nothing. The server rotates the key itself every ninety days.

                If the key may be compromised, '--at-once' creates a key that signs at once and removes all others: \
                earlier access tokens are rejected, and clients get new ones. Back ends that cache the key set may \
                reject the new tokens until they fetch it again, for an hour at most.
                """)

        @OptionGroup var server: AdminOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var consent: ConfirmationPrompt

        @Flag(help: "Sign with the new key at once, and remove all others.")
        var atOnce = false

        func run() async throws {
            if atOnce {
                try consent.require("Remove all signing keys, so that every earlier access token is rejected?")
            }
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
