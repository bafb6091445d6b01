import ArgumentParser
import Foundation
import NIOCore
import SesameCore
import SesameHTTP
import SesameTerminal
import SesameWire

/// The command `sesame push`, which sends push notifications and shows their delivery.
struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Send a push, or show its delivery.",
        subcommands: [Send.self, Show.self])

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send a push.",
            discussion: """
                The server sends the push to Firebase Cloud Messaging, and retries until FCM accepts it or it expires, \
                also across its own restarts. This requires push.serviceAccountFile in the app's configuration, and an \
                admin key with the scope push:send; 'sesame dev' has both:

                  sesame push send --app prysm --uid UID --title Hello --body 'How are you?'

                To a device by its token or installation id, to the subscribers of a topic, or with data for the app \
                that users do not see:

                  sesame push send --app prysm --token TOKEN --data screen=news --data item=7
                  sesame push send --app prysm --topic news --title 'Something new'

                Send nothing private to a topic: every copy of the app can subscribe to it. With --once, a repeated \
                command sends nothing twice:

                  sesame push send … --once reminder-2026-11-21
                """)

        @OptionGroup var server: AdminOptions

        @Option(help: "The app's name in the server's configuration.")
        var app: String

        @Option(help: ArgumentHelp("Send to all devices of this user.", valueName: "uid"))
        var uid: String?

        @Option(help: ArgumentHelp("Send to the device with this FCM token.", valueName: "token"))
        var token: String?

        @Option(help: ArgumentHelp("Send to the device with this Firebase installation id.", valueName: "id"))
        var fid: String?

        @Option(help: ArgumentHelp("Send to the subscribers of this topic.", valueName: "name"))
        var topic: String?

        @Option(help: ArgumentHelp("The title.", valueName: "text"))
        var title: String?

        @Option(help: ArgumentHelp("The text below the title.", valueName: "text"))
        var body: String?

        @Option(help: ArgumentHelp("The https address of an image to show.", valueName: "address"))
        var image: String?

        @Option(help: ArgumentHelp("A value for the app; may be given several times.", valueName: "name=value"))
        var data: [String] = []

        @Option(help: ArgumentHelp("The seconds until the push expires; four weeks if omitted.", valueName: "seconds"))
        var ttl: Int?

        @Option(help: ArgumentHelp("An idempotency key: a repeated command sends nothing twice.", valueName: "key"))
        var once: String?

        func validate() throws {
            guard [uid, token, fid, topic].count(where: { $0 != nil }) == 1 else {
                throw ValidationError("Name the receiver with exactly one of --uid, --token, --fid and --topic.")
            }
            guard title != nil || body != nil || !data.isEmpty else {
                throw ValidationError("Give the content with --title, --body or --data.")
            }
            for pair in data where !(pair.dropFirst().contains("=")) {
                throw ValidationError("'\(pair)' must have the form name=value.")
            }
        }

        func run() async throws {
            let headers = once.map { [("Idempotency-Key", $0)] } ?? []
            let answer = try await server.call(
                "POST", try AdminOptions.path("apps", app, "push"), headers: headers, body: message)
            let report = PushReport(answer)
            Console.say(report.text)
            if let advice = report.advice(app: app) { Console.complain(advice) }
        }

        private var message: JSONObject {
            var to = JSONObject()
            for (name, value) in [("uid", uid), ("token", token), ("fid", fid), ("topic", topic)] {
                to[name] = value.map(JSONValue.string)
            }
            var notification = JSONObject()
            for (name, value) in [("title", title), ("body", body), ("image", image)] {
                notification[name] = value.map(JSONValue.string)
            }
            var values = JSONObject()
            for pair in data {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                values[String(parts[0])] = .string(String(parts[1]))
            }
            var json: JSONObject = ["to": .object(to)]
            if !notification.isEmpty { json["notification"] = .object(notification) }
            if !values.isEmpty { json["data"] = .object(values) }
            json["ttl"] = ttl.map(JSONValue.integer)
            return json
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the delivery of a push.",
            discussion:
                "The server stores the delivery of each push until the push expires, and for a week at least.")

        @OptionGroup var server: AdminOptions

        @Option(help: "The app's name in the server's configuration.")
        var app: String

        @Argument(help: "The push's id, as printed by 'sesame push send'.")
        var id: String

        func run() async throws {
            Console.say(
                PushReport(try await server.call("GET", try AdminOptions.path("apps", app, "push", id)))
                    .text)
        }
    }
}

/// A push's record as a line of output.
private struct PushReport {
    let text: String
    private let id: String
    private let targets: Int64
    private let waiting: Int64

    init(_ answer: JSONObject) {
        func number(_ name: String) -> Int64 { answer[name]?.integer ?? 0 }
        var parts = ["sent \(number("sent")) of \(number("targets"))"]
        for name in ["waiting", "gone", "dropped"] where number(name) > 0 { parts.append("\(name) \(number(name))") }
        if let problem = answer["problem"]?.string { parts.append("latest problem \(problem)") }
        id = answer["id"]?.string ?? ""
        (targets, waiting) = (number("targets"), number("waiting"))
        text = "push \(id): \(parts.joined(separator: ", "))"
    }

    /// Returns advice for the sender: an explanation if the push reaches no device, or the command that follows the
    /// delivery while devices are waiting. Nil if the delivery is complete.
    func advice(app: String) -> String? {
        guard targets > 0 else {
            return
                "the push reaches no device: the user has no device that FCM reaches; devices with an APNs token "
                + "(apns) get no pushes"
        }
        return waiting > 0 ? "to follow the delivery: sesame push show --app \(app) \(id)" : nil
    }
}
