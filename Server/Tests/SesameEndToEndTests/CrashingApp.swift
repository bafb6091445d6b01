import Foundation
import Sesame
import SesameCore
import Testing

/// The program `SesameCrashProgram` on a device of its own, with its stored data.
struct CrashingApp: Sendable {
    /// The result of a run.
    struct Run: Sendable {
        /// The names of the points passed.
        let points: [String]
        let end: RunningProgram.End
    }

    let server: URL
    let folder: URL

    init(server: URL, folder: URL) {
        self.server = server
        self.folder = folder.appendingPathComponent(UUID().uuidString)
    }

    /// The store as the next start of the program finds it.
    var store: any SessionStore { storage.sessions }

    private var storage: StorageLocation {
        .folder(
            folder.appendingPathComponent("state"), keyFile: folder.appendingPathComponent("config/key"), name: "crash")
    }

    /// Restarts the app in this process.
    func restart(_ server: URL) -> AuthManager {
        AuthManager(.production(server: server, app: "couple", storage: storage))
    }

    /// Runs the program, and kills it at a point.
    func run(_ operation: String, killedAt point: Int? = nil) async throws -> Run {
        let program = try start(operation, killedAt: point)
        let end = await program.end()
        return Run(points: program.points, end: end)
    }

    /// Starts the program.
    func start(_ operation: String, killedAt point: Int? = nil) throws -> RunningProgram {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var environment = ["SERVER": server.absoluteString, "FOLDER": folder.path, "OPERATION": operation]
        environment["KILL_AT"] = point.map { "\($0)" }
        return try RunningProgram("SesameCrashProgram", environment: environment)
    }
}

extension RunningProgram {
    /// The names of the points that the program has passed.
    var points: [String] {
        lines.filter { $0.hasPrefix("point ") }.compactMap {
            $0.split(separator: " ", maxSplits: 2).last.map(String.init)
        }
    }
}
