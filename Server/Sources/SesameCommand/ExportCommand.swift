import ArgumentParser
import SesameAccounts
import SesameTerminal
import SesameWire

/// The command `sesame export`, which prints the account id for each identity of an app, for an app whose own tables
/// use a provider's ids.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the ids of accounts.", subcommands: [IDs.self])

    struct IDs: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ids",
            abstract: "Print each identity's account, as JSON lines.",
            discussion: """
                Stop the server first, and run this as its user. For an app whose own tables use a provider's id, or \
                an id that the app derived itself:

                  sesame export ids --app shop --config /etc/sesame/sesame.json > ids.jsonl

                  {"uid":"7d1wq0x3v5t2r8m4k6h9n1p0cz","provider":"google","subject":"1234567890"}
                """)

        @OptionGroup var offline: OfflineOptions

        func run() async throws {
            try await offline.run { accounts, app, _ in
                try await accounts.imports.exportIdentities(of: app) { batch in
                    Console.say(bytes: batch.flatMap { $0.exportLine.serialized() + [UInt8(ascii: "\n")] })
                }
            }
        }
    }
}
