import NIOHTTP1
import Testing

@testable import SesameHTTP

@Suite(.timeLimit(.minutes(30))) struct `Traces` {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let good = "00-\(trace)-00f067aa0ba902b7-01"

    @Test(arguments: [
        good, "00-\(trace)-00f067aa0ba902b7-00", "cc-\(trace)-00f067aa0ba902b7-ff-more",
        "01-\(trace)-00f067aa0ba902b7-01",
    ])
    func `a well-formed traceparent gives its trace ID`(text: String) {
        #expect(TraceParent(text)?.traceID == Self.trace)
    }

    @Test(arguments: [
        "", "-", trace, "00-\(trace)-00f067aa0ba902b7", "00-\(trace)-00f067aa0ba902b7-01-",
        "00-\(trace)-00f067aa0ba902b7-01-x",
        "ff-\(trace)-00f067aa0ba902b7-01", "0-\(trace)-00f067aa0ba902b7-01",
        "00-\(trace.dropLast())-00f067aa0ba902b7-01",
        "00-\(trace)0-00f067aa0ba902b7-01", "00-\(trace.uppercased())-00f067aa0ba902b7-01",
        "00-\(trace)-00F067AA0BA902B7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "00-\(trace)-0000000000000000-01", " \(good)",
        "\(good) ",
        "00-\(trace)-00f067aa0ba902bg-01", "00-\(trace)-00f067aa0ba902b7-0", "00_\(trace)_00f067aa0ba902b7_01",
    ])
    func `an invalid traceparent gives no trace ID`(text: String) {
        #expect(TraceParent(text) == nil)
    }

    @Test func `a repeated or missing traceparent gives no trace ID`() {
        #expect(TraceParent(["traceparent": Self.good])?.traceID == Self.trace)
        #expect(TraceParent(["traceparent": Self.good, "Traceparent": Self.good]) == nil)
        #expect(TraceParent([:]) == nil)
    }

    @Test(arguments: [(good, true, true), ("\(good)x", true, false), (good, false, false)])
    func `the log contains a valid trace ID only if traces are logged`(field: String, logsTraces: Bool, isThere: Bool)
        async throws
    {
        let log = LogLines()
        try await withServer(logsTraces: logsTraces, log: log) { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send(
                "GET /hello HTTP/1.1\r\nHost: x\r\nTraceparent: \(field)\r\nConnection: close\r\n\r\n")
            _ = await client.rest()
        }
        let line = try #require(log.all.first { $0.contains("\"request\"") })
        #expect(line.contains("\"traceID\":\"\(Self.trace)\"") == isThere)
        #expect(line.contains("traceID") == isThere)
    }
}
