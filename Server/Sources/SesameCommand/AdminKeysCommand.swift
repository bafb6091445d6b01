import ArgumentParser
import Foundation
import SesameAccounts
import SesameCore
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame admin-keys`, which manages admin keys.
struct AdminKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin-keys",
        abstract: "Create, list and revoke keys of the admin API.",
        discussion: """
            A new server has none. Its first start leaves a secret in the data folder, good for an hour and for one key:

              sesame admin-keys bootstrap --data /var/lib/sesame --output admin-key
              sesame admin-keys create --key-file admin-key --name backend --scope push:send --app couple \\
                  --output backend-key

            Scopes are users:read, users:write, profiles:write, users:recover, users:act-as, users:export, \
            sessions:read, sessions:write, events:read, metrics:read, push:send, keys:read and keys:write.
            """,
        subcommands: [
            Bootstrap.self, Create.self, List.self, Show.self, Rotate.self, Revoke.self, Reset.self,
        ])

    struct Bootstrap: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create the first key, on the server's own machine.",
            discussion: """
                Run it as a user who may read the data folder, within an hour of the server's start; after that, restart \
                the server:

                  sudo sesame admin-keys bootstrap --data /var/lib/sesame --server http://127.0.0.1:8090 \\
                      --output admin-key

                The secret exists only while no key can make others. If you have lost them all: sesame admin-keys reset.
                """)

        @Option(help: ArgumentHelp("The server's data folder.", valueName: "folder"))
        var data: String

        @Option(help: ArgumentHelp("The server's address, or that of its 'adminListen'.", valueName: "address"))
        var server = ProcessInfo.processInfo.environment["SESAME_SERVER"] ?? "http://127.0.0.1:8080"

        @Option(name: .shortAndLong, help: ArgumentHelp("Where to write the key.", valueName: "file"))
        var output: String

        @Option(help: "The key's name.")
        var name = "first"

        @Option(help: "The days until it expires, at most \(AdminKey.maxLifetimeDays).")
        var days = 90

        func run() async throws {
            let file = (data.hasSuffix("/") ? String(data.dropLast()) : data) + "/bootstrap"
            switch FilePresence(of: file) {
            case .there: break
            case .hidden: throw CommandFailure("You may not read '\(data)'. Run this as root, by sudo.")
            case .missing:
                throw CommandFailure(
                    """
                    '\(file)' is not there. Either a key exists that can make others: use that one. Or more than an hour \
                    has passed since the server's start: restart it.
                    """)
            }
            try KeyOutput.check(output)
            let made = try await AdminServer(ServerAddress(server)).call(
                "POST", "bootstrap", body: ["name": .string(name), "days": .integer(days)],
                key: try SecretFile.read(file))
            try KeyOutput.keep(made, at: output)
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a key, no stronger than the one in use.",
            discussion: "Give each program one of its own, with as little as it needs.")

        @OptionGroup var server: AdminOptions

        @Option(help: "The key's name.")
        var name: String

        @Option(help: ArgumentHelp("A scope; may be given several times.", valueName: "scope"))
        var scope: [String]

        @Option(help: ArgumentHelp("The app that it is for; several, or none for all.", valueName: "app"))
        var app: [String] = []

        @Option(help: "The days until it expires, at most \(AdminKey.maxLifetimeDays).")
        var days = 90

        @Option(name: .shortAndLong, help: ArgumentHelp("Where to write the key.", valueName: "file"))
        var output: String

        func run() async throws {
            try KeyOutput.check(output)
            var body: JSONObject = [
                "name": .string(name), "days": .integer(days), "scopes": .array(scope.map(JSONValue.string)),
            ]
            if !app.isEmpty { body["apps"] = .array(app.map(JSONValue.string)) }
            try KeyOutput.keep(try await server.call("POST", "keys", body: body), at: output)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the keys.")

        @OptionGroup var server: AdminOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let keys = try await server.call("GET", "keys").list("keys")
            guard !output.json else { return keys.forEach { Console.say($0.line) } }
            var table = Table("ID", "NAME", "SCOPES", "APPS", "EXPIRES", "LAST USE", "STATE")
            for key in keys {
                table.add(
                    key["id"]?.string, key["name"]?.string, key["scopes"]?.list, key["apps"]?.list ?? "all",
                    key["expirationTime"]?.time, key["lastUseTime"]?.time ?? "never", KeyOutput.state(of: key))
            }
            Console.say(table.text)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show a key: the one in use, or another one.")

        @OptionGroup var server: AdminOptions

        @Argument(help: "The key's id.")
        var id = "current"

        func run() async throws {
            let key = try await server.call("GET", try AdminOptions.path("keys", id))
            var table = Table("", "")
            for member in key.members {
                let value = member.value
                table.add(
                    member.name,
                    member.name.hasSuffix("Time")
                        ? value.time : value.string ?? value.list ?? value.bool.map { "\($0)" })
            }
            Console.say(table.text)
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rotate a key; the old one expires a day later.",
            discussion: "A program can do that with its own key, whatever that is good for.")

        @OptionGroup var server: AdminOptions

        @Argument(help: "The key's id; the one in use if it is left out.")
        var id = "current"

        @Option(help: ArgumentHelp("The seconds that the old one stays valid.", valueName: "seconds"))
        var grace = 86_400

        @Option(name: .shortAndLong, help: ArgumentHelp("Where to write the new key.", valueName: "file"))
        var output: String

        func run() async throws {
            try KeyOutput.check(output)
            let made = try await server.call(
                "POST", try AdminOptions.path("keys", id, "rotate"), body: ["graceSeconds": .integer(grace)])
            try KeyOutput.keep(made, at: output)
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a key at once.")

        @OptionGroup var server: AdminOptions
        @OptionGroup var consent: ConfirmationPrompt

        @Argument(help: "The key's id.")
        var id: String

        func run() async throws {
            try consent.require("End the admin key \(id)?")
            _ = try await server.call("DELETE", try AdminOptions.path("keys", id))
            Console.say("revoked \(id)")
        }
    }
}

extension AdminKeysCommand {
    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke all keys that can create others, when they are lost.",
            discussion: """
                With the server stopped, as its user. Keys for smaller tasks go on. The next start leaves the secret for a \
                new first key, as a new server's does:

                  sudo systemctl stop sesame
                  sudo -u sesame sesame admin-keys reset --config /etc/sesame/sesame.json
                  sudo systemctl start sesame
                """)

        @OptionGroup var options: DataOptions
        @OptionGroup var consent: ConfirmationPrompt

        func run() async throws {
            let place = try options.place()
            try consent.require("End all admin keys that can make others?")
            let ended = try await AdminKeyReset.run(in: place.folder, at: Date())
            for key in ended { Console.say("revoked \(key.id) '\(Table.inert(key.name))'") }
            Console.say("the next start leaves the secret for a first key in \(place.folder)/bootstrap")
        }
    }
}

/// The destination of a new key: a file, never a screen.
private enum KeyOutput {
    /// Checks the file before the key is created, so that no key is lost.
    static func check(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure("'\(path)' is there already; name another file.")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandFailure("'\(folder)' is no folder that you may write to.")
        }
    }

    static func keep(_ made: JSONObject, at path: String) throws {
        guard let key = made["key"]?.string else { throw CommandFailure("the server answered without a key") }
        try SecretFile.write(Secret(key), to: path)
        Console.say(
            "wrote \(path): key \(made["id"]?.string ?? "") '\(Table.inert(made["name"]?.string ?? ""))', until "
                + "\(made["expirationTime"]?.time ?? "")")
    }

    static func state(of key: JSONObject) -> String {
        if key["isLive"]?.bool == true { return "good" }
        return key["revocationTime"] == nil ? "expired" : "revoked"
    }
}
