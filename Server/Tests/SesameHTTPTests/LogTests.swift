import Logging
import NIOConcurrencyHelpers
import NIOHTTP1
import Testing

@testable import SesameHTTP

@Suite(.timeLimit(.minutes(30))) struct `Logs` {
    @Test func `a log entry is one line of ASCII, whatever it contains`() throws {
        let lines = NIOLockedValueBox<[[UInt8]]>([])
        var handler = JSONLinesLogHandler(
            label: "a", level: .info, destination: .custom { line in lines.withLockedValue { $0.append(line) } },
            now: { (seconds: 784_111_777, nanoseconds: 5_000_000) })
        handler[metadataKey: "app"] = "b"
        handler.log(
            level: .info, message: "é\r\n\"\\\u{1b}[31m\u{2028}\u{7f}😀",
            metadata: ["list": ["x", "\n"], "map": ["k\n": "v"], "level": "forged"], source: "", file: "",
            function: "", line: 0)
        let line = try #require(lines.withLockedValue { $0.first })
        #expect(
            String(decoding: line, as: UTF8.self) == #"""
                {"time":"1994-11-06T08:49:37.005Z","level":"info","logger":"a",\#
                "message":"\u00e9\u000d\u000a\"\\\u001b[31m\u2028\u007f\ud83d\ude00","app":"b","_level":"forged",\#
                "list":["x","\u000a"],"map":{"k\u000a":"v"}}

                """#)
    }

    @Test func `a request is logged by its route pattern, never by its path, query, headers or body`() async throws {
        let log = LogLines()
        let records = NIOLockedValueBox<[String]>([])
        let observer: @Sendable (HTTPExchangeRecord) -> Void = { record in
            records.withLockedValue { $0.append("\(record.method) \(record.pattern) \(record.status)") }
        }
        try await withServer(log: log, observer: observer) { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send(
                """
                GET /number/canary?canary=canary HTTP/1.1\r\nHost: canary\r\nAuthorization: Bearer canary\r\n\r\n\
                POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\ncanary\
                CANARY /canary HTTP/1.1\r\nHost: x\r\n\r\n\
                GET /canary HTTP/1.1\r\nHost: x\r\nCanary : canary\r\n\r\n
                """)
            _ = await client.rest()
        }
        #expect(
            records.withLockedValue { $0 } == ["GET /number/{n} 200", "POST /echo 200", "OTHER - 404", "- - 400"])
        #expect(log.all.count == 4)
        #expect(log.all.allSatisfy { $0.lowercased().utf8Occurrences(of: "canary") == 0 })
        #expect(log.all[0].utf8Occurrences(of: #""route":"/number/{n}","status":"200""#) == 1)
    }

    @Test func `failures are logged at a higher level than requests`() async throws {
        let log = LogLines()
        try await withServer(log: log) { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("GET /split HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            _ = await client.rest()
        }
        #expect(log.all.last?.utf8Occurrences(of: #""level":"notice""#) == 1)
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func `HTTP dates follow the calendar`(seconds: Int, text: String) {
        #expect(CivilTime(epochSeconds: seconds).httpDate == text)
    }

    @Test func `request ids have sixteen digits and differ`() {
        #expect(RequestID(0x0123_4567_89ab_cdef).description == "0123456789abcdef")
        var source = RequestIDSource()
        #expect(Set((0..<10_000).map { _ in source.next() }).count == 10_000)
    }
}
