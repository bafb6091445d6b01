import ArgumentParser
import Foundation
import SesameCore
import SesameHTTP
import SesameOperations
import SesameServer
import SesameTerminal
import SesameWire

/// The command `sesame risc`, which registers the server for Google's security events about users' Google Accounts.
struct RISCCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "risc",
        abstract: "Set up Google's notifications (Cross-Account Protection).",
        discussion: """
            Requires the key of a service account with the role roles/riscconfigs.admin, in the project that the \
            client ids belong to. The RISC API must be enabled in that project:

              sesame risc register --service-account FILE --url https://sign-in.example.com
              sesame risc verify --service-account FILE
            """,
        subcommands: [Register.self, Status.self, Verify.self, Remove.self])

    struct Register: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Register a server's address, which replaces any other.",
            discussion: "The command can be repeated, after a change of address or with a newer Sesame.")

        @OptionGroup var google: GoogleOptions

        @Option(help: ArgumentHelp("The server's public address.", valueName: "address"))
        var url: String

        func run() async throws {
            let server = url.hasSuffix("/") ? String(url.dropLast()) : url
            guard server.hasPrefix("https://") || google.isDevelopment else {
                throw ValidationError("'\(url)' is not an https address, and Google accepts no other.")
            }
            let address = server + "/notifications/google"
            try await google.run { stream throws(RISCStream.Failure) in try await stream.register(address) }
            Console.say("Google sends its notifications to \(address)")
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the registered address.",
            discussion: "Exits with 1 if Google sends no notifications, or not all events that the server handles.")

        @OptionGroup var google: GoogleOptions

        func run() async throws {
            let state = try await google.run { stream throws(RISCStream.Failure) in try await stream.state() }
            guard let url = state.url else {
                Console.say("there is no stream; run: sesame risc register")
                throw ExitCode(1)
            }
            Console.say("\(state.isEnabled ? "enabled" : "disabled"), to \(url)")
            for event in state.missingEvents { Console.say("not requested: \(event)") }
            if !state.isEnabled || !state.missingEvents.isEmpty { throw ExitCode(1) }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have Google send a test notification.",
            discussion: "The server's log then contains a line 'notification' with the printed state.")

        @OptionGroup var google: GoogleOptions

        @Option(help: ArgumentHelp("The text to look for in the log; random by default.", valueName: "text"))
        var state: String?

        func run() async throws {
            let state = self.state ?? "verify-\(UUID().uuidString.lowercased().prefix(8))"
            try await google.run { stream throws(RISCStream.Failure) in try await stream.verify(state) }
            Console.say("requested; the server's log contains it within a minute: state \(state)")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Turn the notifications off.",
            discussion: "Google stores the address; 'sesame risc register' turns the notifications on again.")

        @OptionGroup var google: GoogleOptions

        func run() async throws {
            try await google.run { stream throws(RISCStream.Failure) in try await stream.setEnabled(false) }
            Console.say("Google no longer sends notifications")
        }
    }
}

/// The options for access to Google's RISC API.
struct GoogleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The service account's key, as downloaded from the Google Cloud console.", valueName: "file")
    )
    var serviceAccount: String

    @Option(help: ArgumentHelp("The development providers' address, for a trial run.", valueName: "address"))
    var developmentProviders: String?

    var isDevelopment: Bool { developmentProviders != nil }

    func run<Value: Sendable>(
        _ work: (RISCStream) async throws(RISCStream.Failure) -> Value
    ) async throws -> Value {
        guard let data = FileManager.default.contents(atPath: serviceAccount) else {
            throw CommandFailure("'\(serviceAccount)' cannot be read.")
        }
        guard let json = (try? JSONValue(parsing: Array(data)))?.object, let account = ServiceAccount(json) else {
            throw CommandFailure("'\(serviceAccount)' is not a service account's key.")
        }
        let client = HTTPClient(allowsPlainHTTP: isDevelopment)
        let address = developmentProviders.map { $0 + "/google/risc/v1beta" } ?? RISCStream.google
        do throws(RISCStream.Failure) {
            let value = try await work(RISCStream(of: account, client: client, at: address))
            await client.shutdown()
            return value
        } catch {
            throw CommandFailure(error.description)
        }
    }
}
