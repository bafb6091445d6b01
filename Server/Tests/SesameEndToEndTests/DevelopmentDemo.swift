import Foundation
import Logging
import NIOCore
import SesameAccounts
import SesameCore
import SesameDemo
import SesameDevelopment
import SesameDevelopmentProviders
import SesameServer
import SesameText
import Testing

@testable import SesameOperations

/// The example apps with the servers of `sesame dev`, and the output of the demos played on them.
@MainActor final class DevelopmentDemo {
    let server: DevelopmentServer
    let venue: DemoServer
    private(set) var lines: [String] = []

    private init(_ server: DevelopmentServer, _ venue: DemoServer) {
        self.server = server
        self.venue = venue
    }

    /// Runs the development servers until the closure returns, with example apps that use the given client.
    static func run(_ client: ClientKind = .sesame, _ body: @MainActor (DevelopmentDemo) async throws -> Void)
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let keyFile = folder.path + "/key"
        try MasterKey.generate(at: keyFile)
        try PseudonymKeys.generate(at: folder.path + "/pseudonym-keys")
        let (port, providerPort) = try await FreePorts.pair()
        let addresses = DevelopmentAddresses(port: port, providerPort: providerPort)
        let server = try await DevelopmentServer(
            DevelopmentConfiguration(
                addresses: addresses, dataFolder: folder.path + "/data", keyFile: keyFile,
                pseudonyms: try PseudonymKeys.read(folder.path + "/pseudonym-keys")),
            addresses: addresses, keys: RunningServer.keys,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let venue = DemoServer(
            server: try #require(URL(string: server.url)), providers: try #require(URL(string: addresses.providersURL)),
            adminKey: server.adminKey,
            folder: folder.appendingPathComponent("disks"), client: client)
        var failure: (any Error)?
        do {
            try await body(DevelopmentDemo(server, venue))
        } catch {
            failure = error
        }
        await server.shutdown(grace: .zero)
        if let failure { throw failure }
    }

    /// Plays the scenes, and returns true if all checks succeeded.
    func play(_ scenes: ScenarioName..., in language: Language = .english, patience: Duration = .seconds(10))
        async throws
        -> Bool
    {
        let demo = Demo(at: venue, language: language, patience: patience) { self.lines.append($0) }
        return try await demo.play(scenes)
    }

    /// The output as one text, including a failure, for the message of a failed test.
    var story: String { lines.joined(separator: "\n") }
}
