import NIOConcurrencyHelpers
import Testing

@testable import SesameHTTP

@Suite(.timeLimit(.minutes(5))) struct `Connection limits` {
    private static let request = "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `an address over its limit gets 503, others do not`() async throws {
        let rejected = NIOLockedValueBox<[ConnectionLimit]>([])
        try await withServer(
            addressLimit: AddressConnectionLimit(max: 2),
            limitObserver: { limit in rejected.withLockedValue { $0.append(limit) } }
        ) { port, _ in
            let first = try await served(from: "127.0.0.2", port)
            let second = try await served(from: "127.0.0.2", port)
            #expect(try await reject(from: "127.0.0.2", port))
            #expect(rejected.withLockedValue { $0 } == [.connectionsFromAddress])
            let other = try await served(from: "127.0.0.3", port)
            await first.close()
            // The server learns of the end a moment later.
            while try await reject(from: "127.0.0.2", port) {}
            for client in [second, other] { await client.close() }
        }
    }

    @Test func `a network has four times the allowance of an address`() async throws {
        try await withServer(addressLimit: AddressConnectionLimit(max: 1)) { port, _ in
            var clients: [RawClient] = []
            for last in 2...5 { clients.append(try await served(from: "127.0.0.\(last)", port)) }
            #expect(try await reject(from: "127.0.0.6", port))
            clients.append(try await served(from: "127.0.1.6", port))
            for client in clients { await client.close() }
        }
    }

    @Test func `an exempt network has no limit`() async throws {
        let exempt = try #require(IPNetwork("127.0.0.2/32"))
        try await withServer(addressLimit: AddressConnectionLimit(max: 1, exempt: [exempt])) { port, _ in
            let clients = [try await served(from: "127.0.0.2", port), try await served(from: "127.0.0.2", port)]
            for client in clients { await client.close() }
        }
    }

    @Test(arguments: [
        ("2001:db8:1:2::3", "2001:db8:1:2::", "2001:db8:1::1"),
        ("::ffff:192.0.2.7", "192.0.2.7", "0:0:0:1::ffff:192.0.2.0"),
    ])
    func `a sender is counted by its address and its network`(address: String, subscriber: String, network: String)
        throws
    {
        let bits = try #require(AddressBits(address))
        #expect(bits.subscriber == AddressBits(subscriber))
        #expect(bits.network == AddressBits(network))
    }

    @Test func `open files are kept for the database and outgoing requests`() {
        #expect(OpenFiles.connections(atMost: 10_000, limit: 65_536) == 10_000)
        #expect(OpenFiles.connections(atMost: 10_000, limit: 1_024) == 768)
        #expect(OpenFiles.connections(atMost: 10_000, limit: 256) == 128)
        #expect(OpenFiles.connections(atMost: 10_000, limit: nil) == 10_000)
    }

    /// Returns a connection that has received a response.
    private func served(from address: String, _ port: Int) async throws -> RawClient {
        let client = try await RawClient.connect(from: address, port: port)
        try await client.send(Self.request)
        #expect(await client.text(containing: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        return client
    }

    /// Returns true if a new connection is rejected.
    private func reject(from address: String, _ port: Int) async throws -> Bool {
        let client = try await RawClient.connect(from: address, port: port)
        // The rejection may arrive before the request is sent, and the write then fails.
        try? await client.send(Self.request)
        let text = await client.text(containing: "\r\n\r\n")
        await client.close()
        return text.hasPrefix("HTTP/1.1 503 ")
    }
}
