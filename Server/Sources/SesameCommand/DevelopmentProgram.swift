import ArgumentParser
import Foundation
import SesameTerminal

/// `sesame-dev`: a program beside this one, with the commands that nobody needs in production. This program has neither
/// the development providers nor the library that apps use.
enum DevelopmentProgram {
    /// Its commands, for `sesame --help`.
    static var list: String {
        let width = DevelopmentCommand.allCases.map(\.rawValue.count).max() ?? 0
        let lines = DevelopmentCommand.allCases.map { command in
            "  " + command.rawValue.padding(toLength: width + 2, withPad: " ", startingAt: 0) + command.abstract
        }
        return "For development, by the program 'sesame-dev' beside this one:\n" + lines.joined(separator: "\n")
    }

    /// True if the arguments name one of its commands, or ask for help with one.
    static func has(_ arguments: some Collection<String>) -> Bool {
        let named = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        return named.flatMap(DevelopmentCommand.init) != nil
    }

    /// Becomes that program, in this process and with these arguments.
    static func run() -> Never {
        let path = place
        var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
        execv(path, &arguments)
        guard errno == ENOENT else {
            Program.exit(withError: CommandFailure("'\(path)': \(String(cString: strerror(errno)))"))
        }
        Program.exit(
            withError: CommandFailure(
                """
                There is no '\(path)', which has this command. A server in production needs none; a release has the \
                program beside 'sesame', and so has a checkout after 'make run' or 'make build'.
                """))
    }

    /// The path beside this program, wherever it was called from.
    private static var place: String {
        let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return own.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("sesame-dev").path
    }
}
