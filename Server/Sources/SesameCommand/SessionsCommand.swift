import ArgumentParser
import SesameCore
import SesameTerminal

/// The command `sesame sessions`, which lists and ends an account's sessions.
struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List and end the sessions of an account.",
        subcommands: [List.self, Revoke.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List an account's live sessions.")

        @OptionGroup var server: AdminOptions
        @OptionGroup var user: UserArgument
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let sessions = try await server.call("GET", try user.path("sessions")).list("sessions")
            guard !output.json else { return sessions.forEach { Console.say($0.line) } }
            var table = Table("SESSION", "SIGN-IN", "SINCE", "LAST REFRESH", "ENDS")
            for session in sessions {
                table.add(
                    session["id"]?.string, session["method"]?.string, session["creationTime"]?.time,
                    session["lastRefreshTime"]?.time, session["expirationTime"]?.time)
            }
            Console.say(table.isEmpty ? "no session" : table.text)
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End one of an account's sessions, or all of them.",
            discussion: """
                Takes effect at once: the next request with one of the session's tokens is rejected. Its devices get \
                no further pushes.

                  sesame sessions revoke --app couple UID SESSION
                  sesame sessions revoke --app couple UID --all
                """)

        @OptionGroup var server: AdminOptions
        @OptionGroup var user: UserArgument
        @OptionGroup var consent: ConfirmationPrompt

        @Argument(help: "The session's id.")
        var session: String?

        @Flag(help: "End all sessions of the account.")
        var all = false

        func validate() throws {
            guard (session == nil) == all else { throw ValidationError("Name either a session or --all.") }
        }

        func run() async throws {
            if let session {
                _ = try await server.call("DELETE", try user.path("sessions", session))
                Console.say("ended \(session)")
            } else {
                try consent.require("End all sessions of \(user.uid)?")
                _ = try await server.call("DELETE", try user.path("sessions"))
                Console.say("ended all sessions of \(user.uid)")
            }
        }
    }
}
