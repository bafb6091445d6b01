/// Malformed and ambiguous requests, which HTTP implementations may parse differently. The server must reject them, or
/// an attacker could smuggle a second request past a proxy.
///
/// Tests append `GET /smuggled` to each request and expect that it is never handled.
enum FramingCorpus {
    static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

    /// The requests that the server refuses because of their heads alone.
    static let heads: [String] =
        fields.map { "POST / HTTP/1.1\r\nHost: x\r\n\($0)\r\n\r\n" } + requestLines.map { "\($0)\r\nHost: x\r\n\r\n" }
        + hosts + lineEnds

    /// The requests with valid heads that the server refuses because of their chunked bodies.
    static let chunks = bodies.map { "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\($0)" }

    private static let fields = [
        "Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4",
        "Content-Length: 4\r\nContent-Length: 4", "Content-Length: 4\r\nContent-Length: 5",
        "Content-Length: 4\r\ncontent-length: 4", "Content-Length: 4, 4", "Content-Length: 4,5", "Content-Length: +4",
        "Content-Length: -1", "Content-Length:", "Content-Length: 0x4", "Content-Length: 4 4", "Content-Length: 4;",
        "Content-Length: 1e3", "Content-Length: ٤", "Content-Length: 99999999999999999999", "Content-Length: \"4\"",
        "Content-Length: 9223372036854775808", "Transfer-Encoding: gzip", "Transfer-Encoding: identity",
        "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, gzip",
        "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked;q=1", "Transfer-Encoding:",
        "Transfer-Encoding: \u{b}chunked", "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: chunked,",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "Transfer-Encoding : chunked",
        "Transfer-Encoding\t: chunked", "Content-Length : 4", " Content-Length: 4", "\tContent-Length: 4",
        "X: a\r\n b", "X: a\r\n\tb", "Transfer-Encoding:\r\n chunked", "X: a\u{0}b", "X\u{0}: b", "X: a\u{7f}b",
        "X: a\u{1b}[2Jb", "X: a\rb", "X: a\r\rb", "X: a\nContent-Length: 4", "X: a\n b", "X", "X y: b", ": b", "é: b",
        "X(: b", "X,Y: b", "Transfer-Encoding: chunked\u{0}", "Content-Type: a/b\r\nContent-Type: a/b",
        "Authorization: Bearer a\r\nAuthorization: Bearer b", "Origin: a\r\nORIGIN: b",
        "Expect: 100-continue\r\nExpect: 100-continue",
    ]

    private static let requestLines = [
        "GET  / HTTP/1.1", "GET /  HTTP/1.1", " GET / HTTP/1.1", "GET / HTTP/1.1 ", "GET\t/\tHTTP/1.1", "GET /",
        "GET / HTTP/1.2", "GET / HTTP/2.0", "GET / HTTP/0.9", "GET / http/1.1", "GET / HTTP/1.1x", "GET / HTTP/11",
        "GET / HTTP/1.01", "GET / XTTP/1.1", "GET a HTTP/1.1", "GET http://x/ HTTP/1.1", "GET //é HTTP/1.1",
        "GET /a b HTTP/1.1", "GET /a#b HTTP/1.1", "G(T / HTTP/1.1", "/ HTTP/1.1", "GET /\u{0} HTTP/1.1",
        "GET /\u{7f} HTTP/1.1", "GET HTTP/1.1", "CONNECT x:80 HTTP/1.1", "PRI * HTTP/2.0",
        "AVERYLONGMETHODNAMETHATNOBODYEVERDEFINED / HTTP/1.1", "GET /\rHTTP/1.1", "",
    ]

    private static let hosts = [
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x y\r\n\r\n", "GET / HTTP/1.1\r\nHost: x, y\r\n\r\n",
        "POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n",
    ]

    private static let bodies = [
        "\r\n", "g\r\n", "0x1\r\na\r\n0\r\n\r\n", "+1\r\na\r\n0\r\n\r\n", "-1\r\n", " 1\r\na\r\n0\r\n\r\n",
        "1 \r\na\r\n0\r\n\r\n", "1 ;a\r\na\r\n0\r\n\r\n", "123456789\r\n", "000000001\r\na\r\n0\r\n\r\n",
        "ffffffffffffffff\r\n", "1\r\nab\r\n0\r\n\r\n", "2\r\na\r\n0\r\n\r\n", "1\na\r\n0\r\n\r\n",
        "1\r\na\n0\r\n\r\n", "1\r\nab\n0\r\n\r\n",
        "1\r\na0\r\n\r\n", "1;a\u{0}\r\na\r\n0\r\n\r\n", "1;a\nb\r\na\r\n0\r\n\r\n",
        "1;\ra\r\na\r\n0\r\n\r\n", "0\r\nX: y\r\n\r\n", "0\r\nContent-Length: 5\r\n\r\n", "0\n\r\n", "0\r\n\n",
        "0\r\r\n\r\n",
        ";a=b\r\n", "1;" + String(repeating: "a", count: 300) + "\r\na\r\n0\r\n\r\n", "1,\r\na\r\n0\r\n\r\n",
    ]

    private static let lineEnds = [
        "GET / HTTP/1.1\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n\n",
        "GET / HTTP/1.1\r\nHost: x\n\n", "GET / HTTP/1.1\rHost: x\r\r", "GET / HTTP/1.1\r\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\r\n\r\n", "\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n", "\u{feff}GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    ]
}
