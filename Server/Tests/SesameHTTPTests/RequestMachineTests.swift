import NIOCore
import NIOHTTP1
import Testing

@testable import SesameHTTP

@Suite struct `Request machine` {
    @Test func `a request without a body is complete with its head`() {
        #expect(transcript("GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n") == ["GET /a?b=c none", "body ''"])
    }

    @Test func `pipelined requests are separated`() {
        let text = """
            POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc\
            POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n2;n=v\r\nde\r\n01\r\nf\r\n0\r\n\r\n\
            GET /c HTTP/1.0\r\n\r\n
            """
        #expect(
            transcript(text) == [
                "POST /a length(3)", "body 'abc'", "POST /b chunked", "body 'def'", "GET /c none", "body ''",
            ])
    }

    @Test func `one empty line before a request is skipped, and a second is rejected`() {
        #expect(transcript("\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n") == ["GET / none", "body ''"])
        #expect(transcript("\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n") == ["400"])
    }

    @Test(arguments: [
        ("Connection: close", true), ("Connection: keep-alive", false), ("Connection: Upgrade , CLOSE", true),
        ("Connection: closed", false),
    ])
    func `the Connection header decides whether the connection closes`(line: String, closes: Bool) throws {
        #expect(try head("GET / HTTP/1.1\r\nHost: x\r\n\(line)\r\n\r\n").closesConnection == closes)
    }

    @Test func `HTTP 1.0 closes the connection and needs no Host`() throws {
        #expect(try head("GET / HTTP/1.0\r\n\r\n").closesConnection)
    }

    @Test func `header values are trimmed and otherwise unchanged`() throws {
        let head = try head("GET / HTTP/1.1\r\nHost: x\r\nX-A: \t é b \t\r\nX-B:\r\n\r\n")
        #expect(head.headers.map(\.value) == ["x", "é b", ""])
    }

    @Test func `Expect is recognised on HTTP 1.1 only`() throws {
        #expect(try head("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\n\r\n").expectsContinue)
        #expect(try !head("POST / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n").expectsContinue)
    }

    @Test func `the limits on request line, head and header count are exact`() {
        var limits = HTTPLimits()
        limits.maxRequestLineBytes = 20
        limits.head = 60
        limits.fields = 3
        let host = "\r\nHost: x\r\n"
        #expect(transcript("GET /123456 HTTP/1.1\(host)\r\n", limits: limits).count == 2)
        #expect(transcript("GET /1234567 HTTP/1.1\(host)\r\n", limits: limits) == ["414"])
        let rest = 60 - "GET / HTTP/1.1\(host)\r\n".utf8.count - "A: \r\n".utf8.count
        let fits = String(repeating: "v", count: rest)
        #expect(transcript("GET / HTTP/1.1\(host)A: \(fits)\r\n\r\n", limits: limits).count == 2)
        #expect(transcript("GET / HTTP/1.1\(host)A: \(fits)v\r\n\r\n", limits: limits) == ["431"])
        #expect(transcript("GET / HTTP/1.1\(host)A:1\r\nB:2\r\n\r\n", limits: limits).count == 2)
        #expect(transcript("GET / HTTP/1.1\(host)A:1\r\nB:2\r\nC:3\r\n\r\n", limits: limits) == ["431"])
    }

    @Test func `an endless line or head is rejected as soon as it is too long`() {
        #expect(transcript("GET /" + String(repeating: "a", count: 8_200)) == ["414"])
        #expect(transcript("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 16_400)) == ["431"])
        #expect(transcript("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 101)) == ["431"])
    }

    @Test func `a body over the limit is rejected before it is read`() {
        let head = "POST / HTTP/1.1\r\nHost: x\r\n"
        #expect(transcript(head + "Content-Length: 65537\r\n\r\n") == ["POST / length(65537)", "413"])
        #expect(transcript(head + "Transfer-Encoding: chunked\r\n\r\n10001\r\n") == ["POST / chunked", "413"])
        let chunk = "8000\r\n" + String(repeating: "a", count: 0x8000) + "\r\n"
        let chunked = head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + chunk
        #expect(transcript(chunked + "1\r\n") == ["POST / chunked", "413"])
        #expect(transcript(chunked + "0\r\n\r\n").count == 2)
    }

    @Test func `progress reports which part of a request is awaited`() {
        var machine = RequestMachine(limits: HTTPLimits())
        var buffer = ByteBuffer()
        func feed(_ text: String) -> RequestMachine.Progress {
            buffer.writeString(text)
            while true {
                switch machine.next(&buffer) {
                case .needsMore, .reject: return machine.progress(buffer)
                default: continue
                }
            }
        }
        #expect(feed("") == .betweenRequests)
        #expect(feed("G") == .inHead)
        #expect(feed("ET / HTTP/1.1\r\n") == .inHead)
        #expect(feed("Host: x\r\nContent-Length: 2\r\n\r\na") == .inBody)
        #expect(feed("b") == .betweenRequests)
        #expect(feed("bad\r\n") == .failed)
    }

    private func head(_ text: String) throws -> RequestHead {
        var machine = RequestMachine(limits: HTTPLimits())
        var buffer = ByteBuffer(string: text)
        guard case .head(let head) = machine.next(&buffer) else { throw HTTPError.notFound }
        return head
    }
}
