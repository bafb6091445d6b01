import ArgumentParser
import Foundation
import SesameAccounts
import SesameCore
import SesameTerminal

/// The command `sesame events`, which lists or follows security events.
struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List or follow security events.",
        discussion: """
            Security events are sign-ins, rejected sign-ins, links, deletions, replayed tokens and the operator's \
            actions. Of a client's address they contain only the network.

              sesame events --app couple --account UID
              sesame events --kind refresh_reuse_detected,sign_in_failed --since 24h
              sesame events --follow --json

            Kinds: \(SecurityEvent.Kind.allCases.map(\.rawValue).joined(separator: ", "))
            """)

    @OptionGroup var server: AdminOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "Only events of this app.")
    var app: String?

    @Option(help: ArgumentHelp("Only events of this account; requires --app.", valueName: "uid"))
    var account: String?

    @Option(help: ArgumentHelp("Only events of these kinds, separated by commas.", valueName: "kinds"))
    var kind: String?

    @Option(help: ArgumentHelp("Only events since a time, 2026-11-27T14:00:00Z, or an age, 24h.", valueName: "time"))
    var since: TimeArgument?

    @Option(help: ArgumentHelp("Only events before a time or an age.", valueName: "time"))
    var until: TimeArgument?

    @Option(help: ArgumentHelp("The maximum number of entries; 0 for all.", valueName: "number"))
    var limit = 50

    @Flag(help: "Wait for further events, until Control-C.")
    var follow = false

    func validate() throws {
        guard account == nil || app != nil else { throw ValidationError("--account requires --app.") }
        guard limit >= 0 else { throw ValidationError("--limit must be 0 or more.") }
    }

    func run() async throws {
        var events: [JSONObject] = []
        var (left, cursor, after, isMore) = (limit == 0 ? Int.max : limit, String?.none, String?.none, true)
        while left > 0, isMore {
            let page = try await server.call(
                "GET", "events",
                query: filter + [
                    ("since", since?.seconds), ("cursor", cursor), ("limit", "\(min(left, 200))"),
                ])
            let found = page.list("events")
            left -= found.count
            events += found
            after = after ?? page["after"]?.string
            cursor = page["next"]?.string
            isMore = cursor != nil
        }
        if !output.json { Console.say(Self.heading) }
        for event in events.reversed() { say(event) }
        guard follow else {
            if isMore, limit > 0 { Console.complain("there may be more; list all with --limit 0") }
            return
        }
        while !Task.isCancelled {
            let page = try await server.call("GET", "events", query: filter + [("after", after), ("limit", "200")])
            page.list("events").forEach(say)
            let isCaughtUp = page["after"] == after.map(JSONValue.string)
            after = page["after"]?.string
            if isCaughtUp { try await Task.sleep(for: .seconds(1)) }
        }
    }

    private var filter: [(String, String?)] {
        [("app", app), ("uid", account), ("kind", kind), ("until", until?.seconds)]
    }

    private static let heading = columns(["TIME", "KIND", "APP", "ACCOUNT", "MORE"])

    private func say(_ event: JSONObject) {
        guard !output.json else { return Console.say(event.line) }
        var more = [event["detail"]?.string, event["network"]?.string].compactMap(\.self)
        if let key = event["adminKey"]?.string { more.append("by key \(key)") }
        if let count = event["count"]?.integer, count > 1 { more.append("×\(count)") }
        Console.say(
            Self.columns([
                event["time"]?.time ?? "-", event["kind"]?.string ?? "-", event["app"]?.string ?? "-",
                event["uid"]?.string ?? "-", more.joined(separator: ", "),
            ]))
    }

    /// Returns the cells as a line with columns of fixed width, because the width of later rows is not known yet.
    private static func columns(_ cells: [String]) -> String {
        zip(cells, [20, 26, 12, 26, 0]).map { cell, width in
            Table.inert(cell) + String(repeating: " ", count: max(0, width - cell.count))
        }.joined(separator: "  ").replacing(/\s+$/, with: "")
    }
}
