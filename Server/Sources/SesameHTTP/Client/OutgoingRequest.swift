package import NIOCore

/// A request to the outside world.
package struct OutgoingRequest: Sendable {
    /// `GET`, `POST` …
    package var method: String
    /// The whole address.
    package var url: String
    /// Fields, in order.
    package var headers: [(name: String, value: String)]
    /// The body; nil for none.
    package var body: [UInt8]?
    /// The hard limit of the whole exchange: waiting for a free place, name look-up, connection, answer.
    package var timeout: TimeAmount
    /// The longest body that is taken; the transfer ends as soon as it is longer.
    package var maximumBytes: Int
    /// The `User-Agent`.
    package var userAgent: String

    /// A request.
    package init(
        method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        timeout: TimeAmount = .seconds(5), maximumBytes: Int = 262_144, userAgent: String = "Sesame"
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumBytes = maximumBytes
        self.userAgent = userAgent
    }

    /// True if every part can stand in a head without becoming something else.
    var isSound: Bool {
        !method.isEmpty && method.utf8.allSatisfy(ASCII.isToken)
            && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
            && userAgent.utf8.allSatisfy(ASCII.isFieldValue)
            && headers.allSatisfy { field in
                !field.name.isEmpty && field.name.utf8.allSatisfy(ASCII.isToken)
                    && field.value.utf8.allSatisfy(ASCII.isFieldValue)
            }
    }

    /// A field as curl takes it; `Name;` is its spelling of an empty value.
    var headerLines: [String] {
        headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    }
}

/// The answer of the outside world. A redirect is an answer like any other.
package struct OutgoingResponse: Sendable {
    package let status: Int
    /// Fields, in order, as sent.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// An answer, as tests make it.
    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a field, in any case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.utf8.elementsEqual(name.utf8) { ASCII.lower($0) == ASCII.lower($1) } }?.value
    }
}

/// The reason why there is no response. Says nothing of addresses or bodies.
package enum HTTPClientError: Error, Sendable, Hashable {
    /// A part of the request cannot be sent, such as a line break in a field.
    case invalidRequest
    /// The address is not https, and the client is not one for development.
    case protocolRefused
    /// The time was up.
    case timedOut
    /// The answer was longer than allowed.
    case tooLarge
    /// The name does not resolve, or nobody listens.
    case unreachable
    /// The certificate is not trusted, or TLS failed otherwise.
    case untrusted
    /// The task was cancelled.
    case cancelled
    /// Too many transfers wait already, or the client is shut down.
    case overloaded
    /// The connection broke, or the peer does not speak HTTP.
    case failed
}
