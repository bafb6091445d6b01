package import NIOHTTP1

/// A complete and validated request.
package struct HTTPRequest: Sendable {
    /// The server's id for the request.
    package var id: RequestID
    /// The method as sent.
    package var method: HTTPMethod
    /// The target as sent: path and query.
    package var target: String
    /// The path's segments, percent-decoded; empty for `/`.
    package var path: [String]
    /// The query's parameters, decoded.
    package var query: QueryParameters
    /// All header fields as sent.
    package var headers: HTTPHeaders
    /// The body as sent; empty if there is none.
    package var body: [UInt8]
    /// The client's address; for a request through trusted proxies, the address that they report.
    package var peer: PeerAddress
    /// The scheme: `https` if a trusted proxy reports it, otherwise `http`, because the server itself does not use TLS.
    package var scheme: Scheme

    /// Creates a request for tests and in-memory calls.
    ///
    /// Throws if the target is malformed.
    package init(
        id: RequestID = RequestID(0), method: HTTPMethod, target: String, headers: HTTPHeaders = [:],
        body: [UInt8] = [], peer: PeerAddress = .loopback, scheme: Scheme = .http
    ) throws(HTTPError) {
        let parsed = try RequestTarget(target)
        self.init(
            id: id, method: method, target: target, parsed: parsed, headers: headers, body: body, peer: peer,
            scheme: scheme)
    }

    init(
        id: RequestID, method: HTTPMethod, target: String, parsed: RequestTarget, headers: HTTPHeaders, body: [UInt8],
        peer: PeerAddress, scheme: Scheme
    ) {
        self.id = id
        self.method = method
        self.target = target
        self.path = parsed.path
        self.query = parsed.query
        self.headers = headers
        self.body = body
        self.peer = peer
        self.scheme = scheme
    }

    /// The requested host with its port; nil only in HTTP/1.0.
    package var host: String? { header("Host") }

    /// Returns the value of a header field that was sent exactly once, else nil, because a repeated field is ambiguous.
    ///
    /// The server refuses a request that repeats a security-relevant field (`Authorization`, `Content-Type`, `Host`,
    /// `Origin` …). For those fields nil means absent.
    package func header(_ name: String) -> String? {
        var found: String?
        for field in headers where field.name.utf8.elementsEqual(name.utf8, by: { ASCII.lower($0) == ASCII.lower($1) })
        {
            if found != nil { return nil }
            found = field.value
        }
        return found
    }

    package enum Scheme: String, Sendable {
        /// An unencrypted connection.
        case http
        /// An encrypted connection, at least up to a trusted proxy.
        case https
    }
}
