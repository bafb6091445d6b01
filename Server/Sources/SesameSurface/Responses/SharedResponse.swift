import NIOHTTP1
package import SesameHTTP

/// A response with a body that is the same for all clients. The body is in memory once, and once compressed, whatever
/// the number of clients that read it.
package struct SharedResponse: Sendable {
    private let plain: HTTPResponse
    private let compressed: HTTPResponse?

    package init(_ response: HTTPResponse) {
        var plain = response
        plain.headers.add(name: "Vary", value: "Accept-Encoding")
        self.plain = plain
        compressed = Gzip.compress(response.body).map { body in
            var compressed = plain
            compressed.headers.add(name: "Content-Encoding", value: "gzip")
            compressed.body = body
            return compressed
        }
    }

    /// Returns the response in a form that the client accepts.
    package func response(to request: HTTPRequest) -> HTTPResponse {
        if request.acceptsGzip, let compressed { compressed } else { plain }
    }
}
