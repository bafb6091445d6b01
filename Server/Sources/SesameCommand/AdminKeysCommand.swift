import ArgumentParser
import Foundation
import SesameAccounts
import SesameCore
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame admin-keys`, which creates, lists, rotates and revokes admin keys.
struct AdminKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin-keys",
        abstract: "Create, list, rotate and revoke keys of the admin API.",
        discussion: """
            A new server has no admin key. Its first start writes a secret to the data folder, valid for an hour and \
            for one key:

              sesame admin-keys bootstrap --data /var/lib/sesame --output admin-key
              sesame admin-keys create --key-file admin-key --name backend --scope push:send --app couple \\
                  --output backend-key

            The scopes are users:read, users:write, profiles:write, users:recover, users:act-as, users:export, \
            sessions:read, sessions:write, events:read, metrics:read, push:send, keys:read and keys:write.
            """,
        subcommands: [
            Bootstrap.self, Create.self, List.self, Show.self, Rotate.self, Revoke.self, Reset.self,
        ])

    struct Bootstrap: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create the first key, on the server's machine.",
            discussion: """
                Run this as a user who may read the data folder, within an hour of the server's start. After that \
                hour, restart the server first:

                  sudo sesame admin-keys bootstrap --data /var/lib/sesame --server http://127.0.0.1:8090 \\
                      --output admin-key

                The secret exists only while no key can create others. If you have lost all keys that can, run: sesame \
                admin-keys reset
                """)

        @Option(help: ArgumentHelp("The server's data folder.", valueName: "folder"))
        var data: String

        @Option(help: ArgumentHelp("The server's address, or its 'adminListen' address.", valueName: "address"))
        var server = ProcessInfo.processInfo.environment["SESAME_SERVER"] ?? "http://127.0.0.1:8080"

        @Option(name: .shortAndLong, help: ArgumentHelp("Where to write the key.", valueName: "file"))
        var output: String

        @Option(help: "The key's name.")
        var name = "first"

        @Option(help: "The days until the key expires, at most \(AdminKey.maxLifetimeDays).")
        var days = 90

        func run() async throws {
            let file = (data.hasSuffix("/") ? String(data.dropLast()) : data) + "/bootstrap"
            switch FilePresence(of: file) {
            case .there: break
            case .hidden: throw CommandFailure("You may not read '\(data)'. Run this as root, with sudo.")
            case .missing:
                throw CommandFailure(
                    """
                    '\(file)' does not exist. If a key that can create others exists, use that key. If the server \
                    started more than an hour ago, restart it.
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
            abstract: "Create a key with at most the scopes and apps of the key in use.",
            discussion: "Give each program its own key, with only the scopes that it needs.")

        @OptionGroup var server: AdminOptions

        @Option(help: "The key's name.")
        var name: String

        @Option(help: ArgumentHelp("A scope; may be given several times.", valueName: "scope"))
        var scope: [String]

        @Option(
            help: ArgumentHelp(
                "An app that the key is for; may be given several times; all apps if omitted.", valueName: "app"))
        var app: [String] = []

        @Option(help: "The days until the key expires, at most \(AdminKey.maxLifetimeDays).")
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
        static let configuration = CommandConfiguration(abstract: "Show a key: the one in use, or the given one.")

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
            discussion: "A program can rotate its own key, whatever its scopes.")

        @OptionGroup var server: AdminOptions

        @Argument(help: "The key's id; the key in use if omitted.")
        var id = "current"

        @Option(help: ArgumentHelp("The seconds for which the old key stays valid.", valueName: "seconds"))
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
            try consent.require("Revoke the admin key \(id)?")
            _ = try await server.call("DELETE", try AdminOptions.path("keys", id))
            Console.say("revoked \(id)")
        }
    }
}

extension AdminKeysCommand {
    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke all keys that can create others, if they are lost.",
            discussion: """
                Stop the server first, and run this as its user. All other keys stay valid. The next start writes the \
                secret for a new first key, as on a new server:

                  sudo systemctl stop sesame
                  sudo -u sesame sesame admin-keys reset --config /etc/sesame/sesame.json
                  sudo systemctl start sesame
                """)

        @OptionGroup var options: DataOptions
        @OptionGroup var consent: ConfirmationPrompt

        func run() async throws {
            let place = try options.place()
            try consent.require("Revoke all admin keys that can create others?")
            let ended = try await AdminKeyReset.run(in: place.folder, at: Date())
            for key in ended { Console.say("revoked \(key.id) '\(Table.inert(key.name))'") }
            Console.say("the next start writes the secret for a first key to \(place.folder)/bootstrap")
        }
    }
}

/// The output of a new key: a file that only its owner can read, never the screen.
private enum KeyOutput {
    /// Checks that the file does not exist and that its folder is writable; throws otherwise. Called before the key is
    /// created, so that no key is lost.
    static func check(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure("'\(path)' already exists; name another file.")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandFailure("'\(folder)' is not a folder that you may write to.")
        }
    }

    static func keep(_ made: JSONObject, at path: String) throws {
        guard let key = made["key"]?.string else { throw CommandFailure("the server's response contains no key") }
        try SecretFile.write(Secret(key), to: path)
        Console.say(
            "wrote \(path): key \(made["id"]?.string ?? "") '\(Table.inert(made["name"]?.string ?? ""))', valid until "
                + "\(made["expirationTime"]?.time ?? "")")
    }

    static func state(of key: JSONObject) -> String {
        if key["isLive"]?.bool == true { return "good" }
        return key["revocationTime"] == nil ? "expired" : "revoked"
    }
}
