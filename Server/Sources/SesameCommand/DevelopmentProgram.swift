import ArgumentParser
import Foundation
import SesameTerminal

/// The separate program `sesame-dev` with the development commands. The program `sesame` itself contains neither the
/// development providers nor the app library.
enum DevelopmentProgram {
    /// The list of the development commands, for `sesame --help`.
    static var list: String {
        let width = DevelopmentCommand.allCases.map(\.rawValue.count).max() ?? 0
        let lines = DevelopmentCommand.allCases.map { command in
            "  " + command.rawValue.padding(toLength: width + 2, withPad: " ", startingAt: 0) + command.abstract
        }
        return "Development commands, from the program 'sesame-dev' next to this one:\n" + lines.joined(separator: "\n")
    }

    /// Returns true if the first argument is a development command, or `help` followed by one.
    static func has(_ arguments: some Collection<String>) -> Bool {
        let named = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        return named.flatMap(DevelopmentCommand.init) != nil
    }

    /// Replaces this process with `sesame-dev`, with the same arguments. Exits with an error if that program is
    /// missing.
    static func run() -> Never {
        guard let path = place else {
            Program.exit(
                withError: CommandFailure("This program cannot determine its own path; run 'sesame-dev' directly."))
        }
        var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
        execv(path, &arguments)
        guard errno == ENOENT else {
            Program.exit(withError: CommandFailure("'\(path)': \(String(cString: strerror(errno)))"))
        }
        Program.exit(
            withError: CommandFailure(
                """
                '\(path)', which provides this command, does not exist. A production server does not need it. A \
                release has it next to 'sesame', and so does a checkout after 'make run' or 'make build'.
                """))
    }

    /// The path of `sesame-dev` next to this executable; nil if the system does not reveal the executable's path.
    private static var place: String? {
        #if canImport(Darwin)
            var size = UInt32(PATH_MAX)
            var buffer = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&buffer, &size) == 0, let own = realpath(buffer, nil) else { return nil }
        #else
            guard let own = realpath("/proc/self/exe", nil) else { return nil }
        #endif
        defer { free(own) }
        return URL(fileURLWithPath: String(cString: own)).deletingLastPathComponent()
            .appendingPathComponent("sesame-dev").path
    }
}
