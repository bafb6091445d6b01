import NIOCore
import NIOHTTP1
import Testing

@testable import SesameHTTP

@Suite(.timeLimit(.minutes(30))) struct `HTTP server` {
    private let get = "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `a response has an exact length, a date and a request id, but no server version`() async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("GET /hello HTTP/1.1\r\nHost: x\r\nX-Request-ID: mine\r\n\r\n")
            let text = await client.text(containing: "hello")
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(text.hasSuffix("\r\n\r\nhello"))
            #expect(text.utf8Occurrences(of: "Content-Length: 5\r\n") == 1)
            #expect(text.utf8Occurrences(of: "X-Request-ID: ") == 1)
            #expect(text.utf8Occurrences(of: "mine") == 0)
            #expect(text.utf8Occurrences(of: " GMT\r\n") == 1)
            #expect(text.utf8Occurrences(of: "Server:") == 0)
            #expect(text.utf8Occurrences(of: "Cache-Control: no-store\r\n") == 1)
            await client.close()
        }
    }

    @Test func `pipelined requests are answered in order, fast and slow ones mixed`() async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            let paths = (0...59).map { $0 % 3 == 0 ? "/later/\($0)" : "/number/\($0)" }
            try await client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            let text = await client.text(containing: "number 59")
            let bodies = text.split(separator: "HTTP/1.1 200 OK\r\n").map { $0.split(separator: "\r\n\r\n").last ?? "" }
            #expect(bodies == (0...59).map { $0 % 3 == 0 ? "later \($0)" : "number \($0)" })
            await client.close()
        }
    }

    @Test func `a client that pipelines many requests and reads late gets all its responses`() async throws {
        var limits = HTTPLimits()
        limits.pipelinedBytes = 256
        try await withServer(limits: limits) { port, _ in
            let client = try await RawClient.connect(port: port)
            let count = 400
            try await client.send(String(repeating: "GET /later/1 HTTP/1.1\r\nHost: x\r\n\r\n", count: count))
            #expect(await client.text(containing: "later 1", times: count).utf8Occurrences(of: "later 1") == count)
            await client.close()
        }
    }

    @Test func `large responses arrive whole`() async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            let large = "GET /large HTTP/1.1\r\nHost: x\r\n"
            try await client.send("\(large)\r\n\(large)\r\n\(large)Connection: close\r\n\r\n")
            let text = await client.rest()
            #expect(text.utf8.count { $0 == 97 } >= 3 << 20)
            #expect(text.utf8Occurrences(of: "Content-Length: 1048576\r\n") == 3)
        }
    }

    /// A route with a response of 8 MiB, far more than a socket accepts at once, so that the rest waits for the client.
    private static let huge = Route(.GET, "/huge", takes: .none) { _, _ in
        .content(Array(repeating: 97, count: 8 << 20), type: "text/plain")
    }

    @Test(arguments: [
        "\r\nGET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "Connection: close\r\n\r\n",
    ])
    func `a response that the socket takes in parts arrives whole and once`(rest: String) async throws {
        try await withServer(LiveRoutes.all + [Self.huge]) { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("GET /huge HTTP/1.1\r\nHost: x\r\n" + rest)
            let bytes = await client.rest().utf8.count
            #expect((8 << 20)..<(8 << 20) + 1_024 ~= bytes)
        }
    }

    @Test func `a client that closes its output during a response gets all of it`() async throws {
        try await withServer([Self.huge]) { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("GET /huge HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = await client.text(containing: "HTTP/1.1 200 OK")
            try await client.closeOutput()
            let bytes = await client.rest().utf8.count
            #expect((8 << 20)..<(8 << 20) + 1_024 ~= bytes)
        }
    }

    @Test(arguments: [
        "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "GET /hello HTTP/1.0\r\n\r\n",
        "GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    ])
    func `a connection closes when the request asks for it, and nothing after it is read`(text: String) async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send(text + get)
            let answer = await client.rest()
            #expect(answer.utf8Occurrences(of: "HTTP/1.1 200") == 1)
            #expect(answer.utf8Occurrences(of: "Connection: close\r\n") == 1)
        }
    }

    @Test func `a HEAD response has the length of GET and no body`() async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("HEAD /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let text = await client.rest()
            #expect(text.utf8Occurrences(of: "Content-Length: 5\r\n") == 1)
            #expect(text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func `a 204 response has no length`() async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let text = await client.rest()
            #expect(text.hasPrefix("HTTP/1.1 204 No Content\r\n"))
            #expect(text.utf8Occurrences(of: "Content-Length") == 0)
        }
    }

    @Test func `a handler cannot set the framing of its response`() async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("GET /owned HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let text = await client.rest()
            #expect(text.utf8Occurrences(of: "Content-Length: 1\r\n") == 1)
            #expect(text.utf8Occurrences(of: "Content-Length") == 1)
            #expect(text.utf8Occurrences(of: "Transfer-Encoding") == 0)
        }
    }

    @Test func `a line break in a response header gives 500`() async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("GET /split HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let text = await client.rest()
            #expect(text.hasPrefix("HTTP/1.1 500 "))
            #expect(text.utf8Occurrences(of: "Set-Cookie") == 0)
        }
    }

    @Test(arguments: FramingCorpus.heads + FramingCorpus.chunks)
    func `malformed bytes get one 4xx response, and the connection is closed`(text: String) async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send(text + FramingCorpus.smuggled)
            let answer = await client.rest()
            #expect(answer.hasPrefix("HTTP/1.1 4"))
            #expect(answer.utf8Occurrences(of: "HTTP/1.1 ") == 1)
            #expect(answer.utf8Occurrences(of: "Connection: close\r\n") == 1)
            #expect(answer.utf8Occurrences(of: "X-Request-ID: ") == 1)
        }
    }

    @Test(arguments: [
        ("GET /" + String(repeating: "a", count: 9_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", "414"),
        ("GET /hello HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 17_000) + "\r\n\r\n", "431"),
        ("GET /hello HTTP/1.1\r\nHost: x\r\n" + String(repeating: "A: b\r\n", count: 100) + "\r\n", "431"),
        ("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\n", "413"),
        (
            "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "6\r\nabcdef\r\n5\r\n", "413"
        ),
        (
            "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + String(repeating: "a", count: 100_000),
            "413"
        ),
        ("GET /hello HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n", "400"),
        ("HEAD /hello HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", "400"),
        ("GET /hello HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n", "400"),
    ])
    func `a request over a limit or with a forbidden body gets its error response`(text: String, status: String)
        async throws
    {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send(text)
            let answer = await client.rest()
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(answer.utf8Occurrences(of: "Connection: close\r\n") == 1)
        }
    }

    @Test(arguments: [
        ("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}", "415"),
        ("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\n{}", "415"),
        ("POST /hello HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}", "405"),
        ("TRACE /hello HTTP/1.1\r\nHost: x\r\n\r\n", "405"), ("GET /a%2fb HTTP/1.1\r\nHost: x\r\n\r\n", "400"),
        ("GET /hello?a=1&a=2 HTTP/1.1\r\nHost: x\r\n\r\n", "400"), ("GET /missing HTTP/1.1\r\nHost: x\r\n\r\n", "404"),
        ("POST /missing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", "404"),
    ])
    func `a rejected but well-framed request leaves the connection usable`(text: String, status: String) async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send(text + get)
            let answer = await client.text(containing: "\r\n\r\nhello")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(answer.utf8Occurrences(of: "HTTP/1.1 200 OK") == 1)
            await client.close()
        }
    }

    @Test(arguments: ["Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"])
    func `an empty body counts as no body`(rest: String) async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("GET /hello HTTP/1.1\r\nHost: x\r\n\(rest)" + get)
            let answer = await client.text(containing: "hello")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            await client.close()
        }
    }

    @Test func `a client that waits for 100 Continue gets it, or an error at once`() async throws {
        try await withServer { port, _ in
            let head = "HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\nContent-Length:"
            let client = try await RawClient.connect(port: port)
            try await client.send("POST /echo \(head) 3\r\n\r\n")
            #expect(await client.text(containing: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            try await client.send("abc")
            #expect(await client.text(containing: "abc").hasSuffix("\r\n\r\nabc"))
            await client.close()
            for (path, length, status) in [("/missing", 3, "404"), ("/echo", 11, "413")] {
                let client = try await RawClient.connect(port: port)
                try await client.send("POST \(path) \(head) \(length)\r\n\r\n")
                #expect(await client.rest().hasPrefix("HTTP/1.1 \(status) "))
            }
        }
    }

    @Test func `a client that closes its output after a request still gets its response`() async throws {
        try await withServer { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("GET /later/1 HTTP/1.1\r\nHost: x\r\n\r\n")
            try await client.closeOutput()
            #expect(await client.rest().hasSuffix("later 1"))
        }
    }
}
