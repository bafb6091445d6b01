package import NIOCore

/// A request to another server.
package struct OutgoingRequest: Sendable {
    /// The method, such as `GET` or `POST`.
    package var method: String
    /// The absolute URL, in printable ASCII.
    package var url: String
    /// The header fields, in order.
    package var headers: [(name: String, value: String)]
    /// The request's body; nil for none.
    package var body: [UInt8]?
    /// The time limit of the whole exchange: queue, name lookup, connection and response.
    package var timeout: TimeAmount
    /// The maximum length of the response's body in bytes. A longer response ends the transfer.
    package var maxResponseBytes: Int
    /// The value of `User-Agent`.
    package var userAgent: String

    package init(
        method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        timeout: TimeAmount = .seconds(5), maxResponseBytes: Int = 262_144, userAgent: String = "Sesame"
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maxResponseBytes = maxResponseBytes
        self.userAgent = userAgent
    }

    /// True if the method, URL, user agent and header fields contain only characters that HTTP allows in them.
    var isSound: Bool {
        !method.isEmpty && method.utf8.allSatisfy(ASCII.isToken)
            && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
            && userAgent.utf8.allSatisfy(ASCII.isFieldValue)
            && headers.allSatisfy { field in
                !field.name.isEmpty && field.name.utf8.allSatisfy(ASCII.isToken)
                    && field.value.utf8.allSatisfy(ASCII.isFieldValue)
            }
    }

    /// The header fields in curl's format, which writes an empty value as `Name;`.
    var headerLines: [String] {
        headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    }
}

/// Another server's response. A redirect is returned like any other response.
package struct OutgoingResponse: Sendable {
    package let status: Int
    /// The header fields, in the order sent.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the first value of a header field; nil if the response does not have the field. The name is
    /// case-insensitive.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.utf8.elementsEqual(name.utf8) { ASCII.lower($0) == ASCII.lower($1) } }?.value
    }
}

/// The error of a request without a complete response. It contains no addresses or bodies.
package enum HTTPClientError: Error, Sendable, Hashable {
    /// A part of the request cannot be sent, such as a line break in a header field.
    case invalidRequest
    /// The client does not allow the URL's scheme. It allows `https`, and `http` only if plain HTTP is allowed.
    case protocolRefused
    /// The timeout has passed.
    case timedOut
    /// The response was longer than allowed.
    case tooLarge
    /// The host name does not resolve, or no connection could be established.
    case unreachable
    /// The certificate is not trusted, or TLS failed otherwise.
    case untrusted
    /// The task was canceled.
    case cancelled
    /// Too many transfers are already in the queue, or the client is shut down.
    case overloaded
    /// Any other failure, for example a broken connection or a server that does not speak HTTP.
    case failed
}
