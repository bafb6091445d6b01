import ArgumentParser
import Foundation
import SesameCore
import SesameTerminal
import SesameWire

/// The command `sesame users`, which manages the accounts of an app.
struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List, show, change, disable, enable, delete, export and import accounts.",
        discussion: """
            All commands except 'import' need a running server and an admin key; with 'sesame dev' on this machine no \
            key has to be named.

              sesame users list --app couple --email test@example.com
              sesame users disable --app couple UID
            """,
        subcommands: [
            List.self, Show.self, Profile.self, Disable.self, Enable.self, Export.self, Delete.self, Import.self,
        ])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List an app's accounts.",
            discussion: """
                The order has no meaning. Times are dates such as 2026-11-21, dates with a time such as \
                2026-11-21T18:00:00Z, or ages such as 90m, 12h and 30d.

                  sesame users list --app couple --provider anonymous --created-before 90d
                """)

        @OptionGroup var server: AdminOptions
        @OptionGroup var output: OutputOptions

        @Option(help: "The app's name in the server's configuration.")
        var app: String

        @Option(
            help: ArgumentHelp(
                "Only users with this provider or sign-in method, such as google or anonymous.", valueName: "name"))
        var provider: String?

        @Option(help: ArgumentHelp("Only users with this email address.", valueName: "address"))
        var email: String?

        @Flag(inversion: .prefixedNo, help: "Only disabled accounts, or only enabled ones.")
        var disabled: Bool?

        @Option(help: ArgumentHelp("Only accounts created since a time or an age.", valueName: "time"))
        var createdSince: TimeArgument?

        @Option(help: ArgumentHelp("Only accounts created before a time or an age.", valueName: "time"))
        var createdBefore: TimeArgument?

        @Option(help: ArgumentHelp("The maximum number of entries; 0 for all.", valueName: "number"))
        var limit = 100

        func run() async throws {
            let path = try AdminOptions.path("apps", app, "users")
            var table = Table("UID", "CREATED", "LAST SIGN-IN", "SIGN-IN", "NAME", "E-MAIL", "STATE")
            var (left, cursor, isMore) = (limit == 0 ? Int.max : limit, String?.none, true)
            while left > 0, isMore {
                let page = try await server.call(
                    "GET", path,
                    query: [
                        ("provider", provider), ("email", email), ("disabled", disabled.map { "\($0)" }),
                        ("createdSince", createdSince?.seconds), ("createdUntil", createdBefore?.seconds),
                        ("cursor", cursor), ("limit", "\(min(left, 200))"),
                    ])
                for user in page.list("users") {
                    left -= 1
                    guard !output.json else {
                        Console.say(user.line)
                        continue
                    }
                    table.add(
                        user["uid"]?.string, user["creationTime"]?.time, user["lastSignInTime"]?.time,
                        user["isAnonymous"]?.bool == true ? "guest" : user["providers"]?.list,
                        user["displayName"]?.string, user["email"]?.string,
                        user["isDisabled"]?.bool == true ? "disabled" : "enabled")
                }
                cursor = page["next"]?.string
                isMore = cursor != nil
            }
            if !output.json { Console.say(table.isEmpty ? "no account" : table.text) }
            if isMore { Console.complain("there may be more; list all with --limit 0") }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show an account.")

        @OptionGroup var server: AdminOptions
        @OptionGroup var user: UserArgument
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let account = try await server.call("GET", try user.path())
            output.say(account)
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Disable an account.",
            discussion: "Its sessions end at once, and sign-ins to it are rejected until 'sesame users enable'.")

        @OptionGroup var server: AdminOptions
        @OptionGroup var user: UserArgument
        @OptionGroup var consent: ConfirmationPrompt

        func run() async throws {
            try consent.require("Disable the account \(user.uid) and end its sessions?")
            _ = try await server.call("POST", try user.path("disable"))
            Console.say("disabled \(user.uid)")
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Enable an account.", discussion: "The sessions that were ended stay ended.")

        @OptionGroup var server: AdminOptions
        @OptionGroup var user: UserArgument

        func run() async throws {
            _ = try await server.call("POST", try user.path("enable"))
            Console.say("enabled \(user.uid)")
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Export an account's data, as JSON.",
            discussion: "The user sees the export in their recent activity.")

        @OptionGroup var server: AdminOptions
        @OptionGroup var user: UserArgument

        func run() async throws {
            Console.say(try await server.call("GET", try user.path("export")).line)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an account and its data permanently.")

        @OptionGroup var server: AdminOptions
        @OptionGroup var user: UserArgument
        @OptionGroup var consent: ConfirmationPrompt

        func run() async throws {
            try consent.require("Delete the account \(user.uid) and its data permanently?")
            _ = try await server.call("DELETE", try user.path())
            Console.say("deleted \(user.uid)")
        }
    }
}

/// The arguments that identify an account: the app's name and the account's id.
struct UserArgument: ParsableArguments {
    @Option(help: "The app's name in the server's configuration.")
    var app: String

    @Argument(help: "The account's id.")
    var uid: String

    func path(_ more: String...) throws -> String {
        try (["apps", app, "users", uid] + more).map { try AdminOptions.path($0) }.joined(separator: "/")
    }
}

/// The option `--json`, which selects JSON instead of a table.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object per line.")
    var json = false

    /// Prints one object, as a table of its members or as JSON on one line.
    func say(_ object: JSONObject) {
        guard !json else { return Console.say(object.line) }
        var table = Table("", "")
        for member in object.members {
            let isTime = member.name.hasSuffix("Time")
            table.add(member.name, isTime ? member.value.time : member.value.string ?? member.value.text)
        }
        Console.say(table.text)
    }
}

extension JSONValue {
    /// The value as JSON text.
    fileprivate var text: String { String(decoding: serialized(), as: UTF8.self) }
}
