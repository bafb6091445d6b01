import Foundation
import SesameWire

/// A program of this package that runs in its own process, with its output.
final class RunningProgram: Sendable {
    /// The result of the process: exit status zero, any other status or signal, or killed by `SIGKILL`.
    enum End: Equatable { case succeeded, failed, killed }

    private let process = Process()
    private let output = Locked("")
    private let changes: AsyncStream<Void>
    private let exit: AsyncStream<Void>

    /// The build folder, which contains the programs and the tests.
    private static var folder: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
    }

    init(_ name: String, _ arguments: [String] = [], environment: [String: String]) throws {
        let (changes, changed) = AsyncStream<Void>.makeStream()
        let (exit, exited) = AsyncStream<Void>.makeStream()
        (self.changes, self.exit) = (changes, exit)
        process.executableURL = Self.folder.appendingPathComponent(name)
        process.arguments = arguments
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

    /// The lines that the program has written to standard output so far.
    var lines: [String] { output.withLock { $0 }.split(separator: "\n").map(String.init) }

    /// Waits until the program has written a line that contains the text; returns false if the program ends first.
    func writes(_ part: String) async -> Bool {
        for await _ in changes where lines.contains(where: { $0.contains(part) }) { return true }
        return lines.contains { $0.contains(part) }
    }

    /// Kills the program with `SIGKILL`, as an operating system kills an app.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// Waits until the process ends, and returns its result.
    func end() async -> End {
        for await _ in changes {}
        for await _ in exit {}
        switch (process.terminationReason, process.terminationStatus) {
        case (.exit, 0): return .succeeded
        case (.uncaughtSignal, SIGKILL): return .killed
        default: return .failed
        }
    }
}
