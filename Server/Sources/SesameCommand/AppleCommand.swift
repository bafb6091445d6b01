import ArgumentParser

/// The command `sesame apple`, which moves an app's users to another Apple team.
struct AppleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple", abstract: "Move an app's users to another Apple team.",
        subcommands: [TransferIDs.self])

    struct TransferIDs: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "transfer-ids",
            abstract: "Move an app's users to another Apple team.",
            discussion: """
                Apple gives each user a different id in each team. Before the app is transferred:

                  sesame export ids --app shop --config FILE > ids.jsonl
                  sesame apple transfer-ids create --app shop --config FILE --ids ids.jsonl --to NEWTEAM001 \
                --output transfer.jsonl

                After the other team has accepted the app, within sixty days, with that team's key in the configuration:

                  sesame apple transfer-ids exchange --app shop --config FILE --input transfer.jsonl --output new.jsonl
                  sesame apple transfer-ids apply --app shop --config FILE new.jsonl

                'create' and 'exchange' send Apple one request per user, beside a running server, and continue where \
                they were stopped. 'apply' changes the database, and needs the server stopped.
                """,
            subcommands: [Create.self, Exchange.self, Apply.self])
    }
}
