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
            With the key of a service account of the project that the client ids are of, in the role \
            roles/riscconfigs.admin. The RISC API has to be enabled in that project:

              sesame risc register --service-account FILE --url https://sign-in.example.com
              sesame risc verify --service-account FILE
            """,
        subcommands: [Register.self, Status.self, Verify.self, Remove.self])

    struct Register: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Register a server's address, in place of any other.",
            discussion: "The same command can be given again, after a change of address or with a newer Sesame.")

        @OptionGroup var google: GoogleOptions

        @Option(help: ArgumentHelp("The server's public address.", valueName: "address"))
        var url: String

        func run() async throws {
            let server = url.hasSuffix("/") ? String(url.dropLast()) : url
            guard server.hasPrefix("https://") || google.isDevelopment else {
                throw ValidationError("'\(url)' is no https address, and Google takes no other.")
            }
            let address = server + "/notifications/google"
            try await google.run { stream throws(RISCStream.Failure) in try await stream.register(address) }
            Console.say("Google sends its notifications to \(address)")
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the registered address.",
            discussion: "Exits with 1 when it sends none, or not all that mean anything to the server.")

        @OptionGroup var google: GoogleOptions

        func run() async throws {
            let state = try await google.run { stream throws(RISCStream.Failure) in try await stream.state() }
            guard let url = state.url else {
                Console.say("there is no stream; run: sesame risc register")
                throw ExitCode(1)
            }
            Console.say("\(state.isEnabled ? "enabled" : "disabled"), to \(url)")
            for event in state.missingEvents { Console.say("not asked for: \(event)") }
            if !state.isEnabled || !state.missingEvents.isEmpty { throw ExitCode(1) }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have Google send a test notification.",
            discussion: "The server's log then has a line 'notification' with the state that is printed here.")

        @OptionGroup var google: GoogleOptions

        @Option(help: ArgumentHelp("The text to look for in the log; random by default.", valueName: "text"))
        var state: String?

        func run() async throws {
            let state = self.state ?? "verify-\(UUID().uuidString.lowercased().prefix(8))"
            try await google.run { stream throws(RISCStream.Failure) in try await stream.verify(state) }
            Console.say("asked for; the server's log has it within a minute: state \(state)")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the registration.",
            discussion: "Google keeps the address; 'sesame risc register' turns them on again.")

        @OptionGroup var google: GoogleOptions

        func run() async throws {
            try await google.run { stream throws(RISCStream.Failure) in try await stream.setEnabled(false) }
            Console.say("Google sends no more notifications")
        }
    }
}

/// The options for access to Google.
struct GoogleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The service account's key, as the Google Cloud console gives it.", valueName: "file"))
    var serviceAccount: String

    @Option(help: ArgumentHelp("The development providers' address, to try it.", valueName: "address"))
    var developmentProviders: String?

    var isDevelopment: Bool { developmentProviders != nil }

    func run<Value: Sendable>(
        _ work: (RISCStream) async throws(RISCStream.Failure) -> Value
    ) async throws -> Value {
        guard let data = FileManager.default.contents(atPath: serviceAccount) else {
            throw CommandFailure("'\(serviceAccount)' cannot be read.")
        }
        guard let json = (try? JSONValue(parsing: Array(data)))?.object, let account = ServiceAccount(json) else {
            throw CommandFailure("'\(serviceAccount)' is no key of a service account.")
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
