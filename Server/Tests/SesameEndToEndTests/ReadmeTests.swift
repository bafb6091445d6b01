import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameTokens
import SesameWire
import Testing

@testable import CoupleBackEnd

/// Tests that run the programs shown in the documentation. `scripts/docs` keeps the shown code equal to their sources.
struct ReadmeTests {
    @Test func `the command-line program signs in, sends a request and signs out`() async throws {
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

    @Test func `the README's back end accepts its app's tokens and rejects all others`() async throws {
        try await RunningServer.run { server in
            let keys = server.url.absoluteString + "/.well-known/jwks.json"
            func visitors(of app: String) -> Visitors {
                Visitors(issuer: "http://127.0.0.1", keysAt: keys, app: app)
            }
            let auth = AuthManager(
                .production(server: server.url, app: "couple", storage: .memory))
            try await auth.signInAnonymously()
            let token = try await auth.accessToken().exposed
            #expect(try await visitors(of: "couple").account(of: token) == auth.auth?.uid)
            for (app, token) in [("prysm", token), ("couple", token + "A"), ("couple", "")] {
                await #expect(throws: TokenError.self) {
                    try await visitors(of: app).account(of: token)
                }
            }
        }
    }
}
