package import NIOHTTP1

/// One request, complete and checked.
package struct HTTPRequest: Sendable {
    /// The server's name for it.
    package var id: RequestID
    /// The method as sent.
    package var method: HTTPMethod
    /// The target as sent: path and query.
    package var target: String
    /// The path's segments, percent-decoded; empty for `/`.
    package var path: [String]
    /// The query's parameters, decoded.
    package var query: QueryParameters
    /// All fields as sent.
    package var headers: HTTPHeaders
    /// The body as sent; empty when there is none.
    package var body: [UInt8]
    /// The sender, past trusted proxies.
    package var peer: PeerAddress
    /// `https` when a trusted proxy says so or the connection is encrypted.
    package var scheme: Scheme

    /// A request, as tests and in-memory calls make it.
    ///
    /// Throws when the target is malformed.
    package init(
        id: RequestID = RequestID(0), method: HTTPMethod, target: String, headers: HTTPHeaders = [:],
        body: [UInt8] = [], peer: PeerAddress = .loopback, scheme: Scheme = .http
    ) throws(HTTPProblem) {
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

    /// The host that the client named, with its port; nil only from HTTP/1.0.
    package var host: String? { header("Host") }

    /// The value of a field that was sent exactly once, else nil: what is ambiguous is not there.
    ///
    /// Fields that decide over security (`Authorization`, `Content-Type`, `Host`, `Origin` …) are refused by the server
    /// when repeated, so nil means absent for them.
    package func header(_ name: String) -> String? {
        var found: String?
        for field in headers where field.name.utf8.elementsEqual(name.utf8, by: { ASCII.lower($0) == ASCII.lower($1) })
        {
            if found != nil { return nil }
            found = field.value
        }
        return found
    }

    /// The scheme by which a request came.
    package enum Scheme: String, Sendable {
        /// In clear.
        case http
        /// Encrypted, up to a trusted proxy.
        case https
    }
}
