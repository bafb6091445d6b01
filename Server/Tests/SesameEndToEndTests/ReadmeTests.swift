import Foundation
import SesameCore
import Testing

/// The program on the first page, which `scripts/docs` holds equal to its source, run by somebody who has just met it.
struct ReadmeTests {
    @Test func `the program on the first page signs in, calls the server and signs out`() async throws {
        try await RunningServer.run { server in
            let home = server.folder.appendingPathComponent("home").path
            let environment = ["HOME": home, "XDG_STATE_HOME": home + "/state", "XDG_CONFIG_HOME": home + "/config"]
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            let program = try RunningProgram(
                "ReadmeProgram", [server.url.absoluteString], environment: environment)
            #expect(await program.end() == .succeeded)
            let me = try #require(try JSONValue(parsing: Array(program.lines.joined().utf8)).object)
            #expect(me["uid"]?.string?.isEmpty == false)
            #expect(me["isAnonymous"] == true)
            let left = try FileManager.default.contentsOfDirectory(atPath: home + "/state/sesame")
            #expect(!left.contains { $0.hasSuffix(".session") })
        }
    }
}
