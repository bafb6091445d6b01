import Foundation
import Sesame
import SesameCore
import Testing

/// The app `SesameCrashProgram` on a new device: a folder with its stored data.
struct CrashingApp: Sendable {
    /// The kill points that a run passed, and its exit status.
    struct Run: Sendable {
        /// The names of the passed kill points, in order.
        let points: [String]
        let end: RunningProgram.End
    }

    let server: URL
    let folder: URL

    init(server: URL, folder: URL) {
        self.server = server
        self.folder = folder.appendingPathComponent(UUID().uuidString)
    }

    /// The app's session store, which the next run of the program reads.
    var store: any SessionStore { storage.sessions }

    private var storage: StorageLocation {
        .folder(
            folder.appendingPathComponent("state"), keyFile: folder.appendingPathComponent("config/key"), name: "crash")
    }

    /// Creates an auth manager in this process that uses the data stored by the program.
    func restart(_ server: URL) -> AuthManager {
        AuthManager(.production(server: server, app: "couple", storage: storage))
    }

    /// Runs the program until it ends, or until it is killed at the kill point with the given index.
    func run(_ operation: String, killedAt point: Int? = nil) async throws -> Run {
        let program = try start(operation, killedAt: point)
        let end = await program.end()
        return Run(points: program.points, end: end)
    }

    /// Starts the program without waiting for its end.
    /// - Parameter point: The index of the kill point; nil to let the program finish.
    func start(_ operation: String, killedAt point: Int? = nil) throws -> RunningProgram {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var environment = ["SERVER": server.absoluteString, "FOLDER": folder.path, "OPERATION": operation]
        environment["KILL_AT"] = point.map { "\($0)" }
        return try RunningProgram("SesameCrashProgram", environment: environment)
    }
}

extension RunningProgram {
    /// The names of the kill points that the program has passed so far, in order.
    var points: [String] {
        lines.filter { $0.hasPrefix("point ") }.compactMap {
            $0.split(separator: " ", maxSplits: 2).last.map(String.init)
        }
    }
}
