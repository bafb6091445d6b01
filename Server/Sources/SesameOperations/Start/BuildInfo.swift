import CBuild
package import SesameCore
import SesameHTTP
import SesamePasswords
import SesameSQLite
import SesameWire

/// The version of a program, with its source commit and its libraries. It is shown to operators, not on public pages.
package struct BuildInfo: Sendable, CustomStringConvertible {
    /// A library that the program uses.
    package struct Engine: Sendable, Equatable {
        /// The library's name, such as `SQLite`.
        package let name: String
        /// The library's version, as reported at run time.
        package let version: String
    }

    package static let current = BuildInfo()

    package let version = SesameVersion.current
    /// The commit: 40 hexadecimal digits, followed by `+` if files had been changed since; nil outside a repository.
    package let commit: String?
    /// The version of the Swift compiler, such as `6.3`.
    package let swift: String
    /// The libraries that the program uses: SQLite, libcurl and libsodium.
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

    /// The build information as JSON, for the admin API's `GET /admin/v1/server`.
    package var json: JSONValue {
        var json: JSONObject = ["version": .string(version), "swift": .string(swift)]
        json["commit"] = commit.map { .string($0) }
        let members = engines.map { JSONObject.Member(name: $0.name, value: .string($0.version)) }
        json["engines"] = .object(JSONObject(members))
        return .object(json)
    }
}
