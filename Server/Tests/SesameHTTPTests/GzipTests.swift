import NIOHTTP1
import Testing

@testable import SesameHTTP

@Suite struct GzipTests {
    @Test(arguments: [
        ([], false), (["gzip"], true), (["GZIP"], true), (["x-gzip"], true), (["deflate, br"], false),
        (["gzip, deflate, br"], true), (["deflate", "gzip;q=0.5"], true), (["gzip;q=0"], false),
        (["gzip; q=0.000, *"], false), (["*"], true), (["*;q=0"], false), (["*;q=0, gzip ; q=1"], true),
        (["identity;q=1, *;q=0"], false), (["gzip;q=high"], false), ([""], false), (["gzipped"], false),
    ])
    func `gzip is used only if the client accepts it`(fields: [String], isAccepted: Bool) throws {
        let headers = HTTPHeaders(fields.map { ("Accept-Encoding", $0) })
        #expect(try HTTPRequest(method: .GET, target: "/", headers: headers).acceptsGzip == isAccepted)
    }

    @Test func `compressed bytes have the header of gzip and the length of the content`() throws {
        let content = Array(String(repeating: "sesame ", count: 10_000).utf8)
        let compressed = try #require(Gzip.compress(content))
        #expect(compressed.starts(with: [0x1f, 0x8b, 8]) && compressed.count < 1_000)
        // RFC 1952, section 2.3.1: the last four bytes are the length.
        #expect(compressed.suffix(4) == [0x70, 0x11, 0x01, 0x00])
        #expect(Gzip.compress([])?.suffix(4) == [0, 0, 0, 0])
    }
}
