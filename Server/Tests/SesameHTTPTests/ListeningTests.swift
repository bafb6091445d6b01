import Logging
import Testing

@testable import SesameHTTP

@Suite(.timeLimit(.minutes(30))) struct `Listening` {
    private static let get = "GET /peer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    #if os(Linux)  // whose loopback has more addresses than one
        @Test func `all configured addresses are served on one port`() async throws {
            try await withServer(hosts: ["127.0.0.1", "127.0.0.2"]) { port, _ in
                for host in ["127.0.0.1", "127.0.0.2"] {
                    let client = try await RawClient.connect(host: host, port: port)
                    try await client.send(Self.get)
                    #expect(await client.rest().hasSuffix(" true http"))
                }
                await #expect(throws: (any Error).self) { try await RawClient.connect(host: "127.0.0.3", port: port) }
            }
        }
    #endif

    @Test func `an unavailable address is named in the error, and no address is served`() async throws {
        // The address is in a range reserved for documentation, so that no machine has it.
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(hosts: ["127.0.0.1", "203.0.113.77"], port: 0, eventLoopCount: 1),
            router: Router(surfaces: [
                Surface(name: "none", routes: []) { problem, _ in .text("", status: problem.status) }
            ]),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let error = await #expect(throws: HTTPListenError.self) { try await server.start() }
        #expect(error?.host == "203.0.113.77")
        let port = try #require(error?.port)
        await #expect(throws: (any Error).self) { try await RawClient.connect(port: port) }
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.0/8", "phone", false),
        ("::1", "::1", true), ("127.0.0.0/8", "::ffff:127.0.0.1", true),
    ])
    func `a network range contains addresses in any spelling and nothing else`(
        range: String, address: String, isInside: Bool
    ) throws {
        #expect(try #require(IPNetwork(range)).contains(address) == isInside)
    }

    @Test(arguments: ["64:ff9b::/96", "64:ff9b::192.0.2.1", "::192.0.2.0/120", "10.0.0.0/33", "phone", ""])
    func `a network of translated addresses is no network`(text: String) {
        #expect(IPNetwork(text) == nil)
    }
}
