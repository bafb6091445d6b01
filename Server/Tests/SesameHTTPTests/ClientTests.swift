import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Testing

@testable import SesameHTTP

@Suite(.timeLimit(.minutes(30))) struct `HTTP client` {
    @Test func `the client sends method, headers and body, and returns status, headers and body`() async throws {
        let route = Route(.PUT, "/a", takes: .none, policy: RoutePolicy(contentTypes: [])) { request, _ in
            let text = "\(request.header("X-A") ?? "") \(request.header("User-Agent") ?? "") \(request.body.count)"
            return HTTPResponse(status: .created, headers: ["X-B": " c "], body: Array(text.utf8))
        }
        try await withClient([route]) { client, url in
            let answer = try await client.send(
                OutgoingRequest(
                    method: "PUT", url: url + "/a", headers: [("X-A", "é"), ("X-Empty", "")],
                    body: Array(repeating: 0, count: 3_000), userAgent: "Test/1"))
            #expect(answer.status == 201)
            #expect(answer.header("x-b") == "c")
            #expect(String(decoding: answer.body, as: UTF8.self) == "é Test/1 3000")
        }
    }

    @Test(arguments: ["GET", "HEAD", "DELETE", "POST"])
    func `every method returns its response without hanging`(method: String) async throws {
        let routes = [HTTPMethod.GET, .DELETE, .POST].map { method in
            Route(method, "/a", takes: .none, policy: RoutePolicy(isBodyOptional: true)) { _, _ in .text("hello") }
        }
        try await withClient(routes) { client, url in
            let answer = try await client.send(OutgoingRequest(method: method, url: url + "/a"))
            #expect(answer.status == 200)
            #expect(answer.body.count == (method == "HEAD" ? 0 : 5))
        }
    }

    @Test func `a redirect is returned and not followed`() async throws {
        let hits = NIOLockedValueBox(0)
        let routes = [
            Route(.GET, "/a", takes: .none) { _, _ in .redirect(to: "/b", status: .found) },
            Route(.GET, "/b", takes: .none) { _, _ in
                hits.withLockedValue { $0 += 1 }
                return .noContent
            },
        ]
        try await withClient(routes) { client, url in
            let answer = try await client.send(OutgoingRequest(url: url + "/a"))
            #expect(answer.status == 302)
            #expect(answer.header("Location") == "/b")
            #expect(hits.withLockedValue { $0 } == 0)
        }
    }

    @Test func `cookies are not sent back`() async throws {
        let seen = NIOLockedValueBox(0)
        let route = Route(.GET, "/a", takes: .none) { request, _ in
            if request.header("Cookie") != nil { seen.withLockedValue { $0 += 1 } }
            return HTTPResponse(headers: ["Set-Cookie": "a=b; Path=/"])
        }
        try await withClient([route]) { client, url in
            for _ in 0..<3 { _ = try await client.send(OutgoingRequest(url: url + "/a")) }
            #expect(seen.withLockedValue { $0 } == 0)
        }
    }

    @Test(arguments: [true, false])
    func `a response that is too long throws an error, with and without a length`(hasLength: Bool) async throws {
        let head = "HTTP/1.1 200 OK\r\n" + (hasLength ? "Content-Length: 100000000\r\n\r\n" : "\r\n")
        try await withPeer(sends: head + String(repeating: "a", count: 5_000)) { url in
            let client = HTTPClient(allowsPlainHTTP: true)
            await #expect(throws: HTTPClientError.tooLarge) {
                try await client.send(OutgoingRequest(url: url, maxResponseBytes: 4_096))
            }
            await client.shutdown()
        }
    }

    @Test func `an overlong response head throws an error`() async throws {
        try await withPeer(sends: "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 20_000)) { url in
            let client = HTTPClient(allowsPlainHTTP: true)
            await #expect(throws: HTTPClientError.tooLarge) { try await client.send(OutgoingRequest(url: url)) }
            await client.shutdown()
        }
    }

    @Test func `the total timeout applies even while bytes trickle in`() async throws {
        try await withPeer(sends: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", trickles: true) { url in
            let client = HTTPClient(allowsPlainHTTP: true)
            await #expect(throws: HTTPClientError.timedOut) {
                try await client.send(OutgoingRequest(url: url, timeout: .milliseconds(60)))
            }
            await client.shutdown()
        }
    }

    @Test func `waiting for a free thread counts toward the timeout`() async throws {
        try await withPeer(sends: "", trickles: false) { url in
            let client = HTTPClient(allowsPlainHTTP: true, maxTransfers: 1)
            let first = Task { try await client.send(OutgoingRequest(url: url, timeout: .seconds(3_600))) }
            // Waits until the first request occupies the only thread.
            try await Task.sleep(for: .milliseconds(50))
            await #expect(throws: HTTPClientError.timedOut) {
                try await client.send(OutgoingRequest(url: url, timeout: .milliseconds(30)))
            }
            first.cancel()
            await client.shutdown()
        }
    }

    @Test func `cancelling throws a cancelled error without waiting for the timeout`() async throws {
        try await withPeer(sends: "", trickles: false) { url in
            let client = HTTPClient(allowsPlainHTTP: true)
            let task = Task { try await client.send(OutgoingRequest(url: url, timeout: .seconds(3_600))) }
            try await Task.sleep(for: .milliseconds(20))
            task.cancel()
            await #expect(throws: HTTPClientError.cancelled) { try await task.value }
            await client.shutdown()
        }
    }

    @Test func `plain HTTP is rejected unless the client is for development`() async throws {
        try await withServer { port, _ in
            let client = HTTPClient()
            await #expect(throws: HTTPClientError.protocolRefused) {
                try await client.send(OutgoingRequest(url: "http://127.0.0.1:\(port)/hello"))
            }
            await client.shutdown()
        }
    }

    @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/"])
    func `other protocols are rejected`(url: String) async throws {
        let client = HTTPClient(allowsPlainHTTP: true)
        await #expect(throws: HTTPClientError.protocolRefused) { try await client.send(OutgoingRequest(url: url)) }
        await client.shutdown()
    }

    @Test func `a server without TLS is not trusted`() async throws {
        try await withServer { port, _ in
            let client = HTTPClient()
            await #expect(throws: HTTPClientError.untrusted) {
                try await client.send(OutgoingRequest(url: "https://127.0.0.1:\(port)/hello"))
            }
            await client.shutdown()
        }
    }

    @Test func `a closed port is unreachable, and a client that was shut down is overloaded`() async throws {
        var free = 0
        try await withServer { port, _ in free = port }
        let client = HTTPClient(allowsPlainHTTP: true)
        await #expect(throws: HTTPClientError.unreachable) {
            try await client.send(OutgoingRequest(url: "http://127.0.0.1:\(free)/"))
        }
        await client.shutdown()
        await #expect(throws: HTTPClientError.overloaded) {
            try await client.send(OutgoingRequest(url: "http://127.0.0.1:\(free)/"))
        }
    }

    @Test(arguments: [
        OutgoingRequest(url: "http://x/\r\nA: b"), OutgoingRequest(url: "http://x/ y"),
        OutgoingRequest(method: "G T", url: "http://x/"), OutgoingRequest(method: "", url: "http://x/"),
        OutgoingRequest(url: "http://x/", headers: [("A", "b\r\nC: d")]),
        OutgoingRequest(url: "http://x/", headers: [("A:", "b")]), OutgoingRequest(url: "http://x/", userAgent: "a\nb"),
        OutgoingRequest(url: "http://x/\u{0}"),
    ])
    func `a malformed request is rejected and not sent`(request: OutgoingRequest) async {
        let client = HTTPClient(allowsPlainHTTP: true)
        await #expect(throws: HTTPClientError.invalidRequest) { try await client.send(request) }
        await client.shutdown()
    }

    @Test func `fifty concurrent requests all succeed`() async throws {
        try await withClient([Route(.GET, "/a", takes: .none) { _, _ in .text("hello") }]) { client, url in
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<50 { group.addTask { try await client.send(OutgoingRequest(url: url + "/a")).body.count } }
                return try await group.reduce(0, +)
            }
            #expect(sum == 250)
        }
    }

    private func withClient(
        _ routes: [Route], _ body: (HTTPClient, String) async throws -> Void
    ) async throws {
        try await withServer(routes) { port, _ in
            let client = HTTPClient(allowsPlainHTTP: true)
            try await body(client, "http://127.0.0.1:\(port)")
            await client.shutdown()
        }
    }
}
