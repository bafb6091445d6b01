import ArgumentParser
import SesameCore
import SesameTerminal
import SesameWire

extension UsersCommand {
    struct Profile: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show an account's profile, and change its fields.",
            discussion: """
                The user's fields can be changed, and the fields that are stored for the server. A value is JSON; \
                anything else is text. Either all changes are made, or none.

                  sesame users profile --app couple UID
                  sesame users profile --app couple UID --set isSubscribed=true --set partnerId=UID2
                  sesame users profile --app couple UID --remove questionMode
                """)

        @OptionGroup var server: AdminOptions
        @OptionGroup var user: UserArgument
        @OptionGroup var output: OutputOptions

        @Option(help: ArgumentHelp("A field and its value; may be given several times.", valueName: "name=value"))
        var set: [FieldArgument] = []

        @Option(help: ArgumentHelp("A field to remove; may be given several times.", valueName: "name"))
        var remove: [String] = []

        func validate() throws {
            let names = set.map(\.name) + remove
            if let twice = names.first(where: { name in names.count(where: { $0 == name }) > 1 }) {
                throw ValidationError("'\(twice)' must not be named twice.")
            }
        }

        func run() async throws {
            let path = try user.path("profile")
            guard !set.isEmpty || !remove.isEmpty else { return output.say(try await server.call("GET", path)) }
            var fields = JSONObject()
            for field in set { fields[field.name] = field.value }
            for name in remove { fields[name] = .null }
            output.say(try await server.call("PATCH", path, body: ["fields": .object(fields)]))
        }
    }
}

/// A command-line argument `name=value` that sets a profile field. The value is JSON if it can be parsed as JSON,
/// otherwise a string.
struct FieldArgument: ExpressibleByArgument {
    let name: String
    let value: JSONValue

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        name = parts[0]
        value = (try? JSONValue(parsing: Array(parts[1].utf8))) ?? .string(parts[1])
    }
}
