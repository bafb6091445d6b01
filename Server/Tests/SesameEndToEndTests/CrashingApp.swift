import Foundation
import Sesame
import SesameCore
import Testing

/// The program `SesameCrashProgram` on a device of its own, and what is left of it.
struct CrashingApp: Sendable {
    /// How a run has ended.
    struct Run: Sendable {
        /// The points that it has passed, by name.
        let points: [String]
        let wasKilled: Bool
    }

    let server: URL
    let folder: URL

    init(server: URL, folder: URL) {
        self.server = server
        self.folder = folder.appendingPathComponent(UUID().uuidString)
    }

    /// The store, as the next start of the program finds it.
    var store: EncryptedFileSessionStore {
        EncryptedFileSessionStore(
            name: "crash", folder: folder.appendingPathComponent("state"),
            keyFile: folder.appendingPathComponent("config/key"))
    }

    /// The next start of the program, in this process.
    func restart(_ server: URL) -> AuthManager {
        AuthManager(service: SesameAuthService(server: server, app: "couple"), store: store)
    }

    /// Runs the program, and kills it at a point.
    func run(_ operation: String, killedAt point: Int? = nil) async throws -> Run {
        let running = try start(operation, killedAt: point)
        return await running.end()
    }

    /// Starts the program.
    func start(_ operation: String, killedAt point: Int? = nil) throws -> RunningProgram {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var environment = ["SERVER": server.absoluteString, "FOLDER": folder.path, "OPERATION": operation]
        environment["KILL_AT"] = point.map { "\($0)" }
        return try RunningProgram(environment)
    }
}

/// A process that runs.
final class RunningProgram: Sendable {
    private let process = Process()
    private let output = Locked("")
    private let changes: AsyncStream<Void>
    private let exit: AsyncStream<Void>

    /// Beside the tests' own program.
    private static var executable: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
            .appendingPathComponent("SesameCrashProgram")
    }

    init(_ environment: [String: String]) throws {
        let (changes, changed) = AsyncStream<Void>.makeStream()
        let (exit, exited) = AsyncStream<Void>.makeStream()
        (self.changes, self.exit) = (changes, exit)
        process.executableURL = Self.executable
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.terminationHandler = { _ in exited.finish() }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        Thread { [output] in
            while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
                output.withLock { $0 += String(decoding: data, as: UTF8.self) }
                changed.yield()
            }
            changed.finish()
        }.start()
    }

    /// The lines that it has written.
    var lines: [String] { output.withLock { $0 }.split(separator: "\n").map(String.init) }

    /// Waits until the program has written such a line; false when it has ended without.
    func writes(_ part: String) async -> Bool {
        for await _ in changes where lines.contains(where: { $0.contains(part) }) { return true }
        return lines.contains { $0.contains(part) }
    }

    /// Ends the program as the system does: at once, and without asking.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// Waits for the end.
    func end() async -> CrashingApp.Run {
        for await _ in changes {}
        for await _ in exit {}
        return CrashingApp.Run(
            points: lines.filter { $0.hasPrefix("point ") }.map {
                $0.split(separator: " ", maxSplits: 2).last.map(String.init) ?? ""
            },
            wasKilled: process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
    }
}
