import CBuild
package import SesameCore
import SesameHTTP
import SesamePasswords
import SesameSQLite
import SesameWire

/// The version of a program, and the sources and libraries that it was built from. Operators see it; public pages do not
/// show it.
package struct BuildInfo: Sendable, CustomStringConvertible {
    /// A library that the program works with.
    package struct Engine: Sendable, Equatable {
        /// Its name, for example `SQLite`.
        package let name: String
        /// Its version, as the library states it when the program runs.
        package let version: String
    }

    /// This program.
    package static let current = BuildInfo()

    package let version = SesameVersion.current
    /// The commit: 40 hexadecimal digits, with a `+` behind them if files had been changed since; nil outside a repository.
    package let commit: String?
    /// The version of the Swift compiler, for example `6.3`.
    package let swift: String
    /// The libraries.
    package let engines: [Engine]

    private init() {
        let commit = String(cString: sesame_commit())
        self.commit = commit.isEmpty ? nil : commit
        #if compiler(>=6.4)
            swift = "6.4 or later"
        #elseif compiler(>=6.3)
            swift = "6.3"
        #else
            swift = "6.2"
        #endif
        engines = [
            Engine(name: "SQLite", version: SQLiteStorage.engineVersion),
            Engine(name: "libcurl", version: HTTPClient.engineVersion),
            Engine(name: "libsodium", version: PasswordService.engineVersion),
        ]
    }

    /// The text of `sesame --version`.
    package var description: String {
        let lines =
            ["sesame \(version)", "commit \(commit ?? "unknown")", "Swift \(swift)"]
            + engines.map { "\($0.name) \($0.version)" }
        return lines.joined(separator: "\n")
    }

    /// The answer of the admin API.
    package var json: JSONValue {
        var json: JSONObject = ["version": .string(version), "swift": .string(swift)]
        json["commit"] = commit.map { .string($0) }
        let members = engines.map { JSONObject.Member(name: $0.name, value: .string($0.version)) }
        json["engines"] = .object(JSONObject(members))
        return .object(json)
    }
}
