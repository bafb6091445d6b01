package import Logging

/// The configuration of an HTTP server.
package struct HTTPServerConfiguration: Sendable {
    /// Addresses to listen on.
    package var hosts: [String]
    /// Port to listen on; 0 takes a free one, the same for all addresses.
    package var port: Int
    /// Limits of connections and requests.
    package var limits: HTTPLimits
    /// Proxies that are believed what they say of their clients. From anyone else it is ignored.
    package var trustedProxies: [IPNetwork]
    /// The header in which proxies name the client. The other headers are the clients' own then, and decide nothing.
    package var forwardingField: ForwardingField
    /// Event loops; nil for one a core.
    package var loops: Int?
    /// Level of the line that each request leaves in the log. Answers of 500 and above leave one at `notice` at least.
    package var accessLevel: Logger.Level
    /// True if that line has the trace that a request's `traceparent` belongs to.
    package var logsTraces: Bool
    /// Told of each answer, on the connection's thread, so it must be quick; for metrics.
    package var observer: (@Sendable (HTTPExchangeRecord) -> Void)?

    /// A configuration.
    package init(
        hosts: [String] = ["127.0.0.1"], port: Int = 8080, limits: HTTPLimits = HTTPLimits(),
        trustedProxies: [IPNetwork] = [], forwardingField: ForwardingField = .xForwarded, loops: Int? = nil,
        accessLevel: Logger.Level = .debug, logsTraces: Bool = true,
        observer: (@Sendable (HTTPExchangeRecord) -> Void)? = nil
    ) {
        self.hosts = hosts
        self.port = port
        self.limits = limits
        self.trustedProxies = trustedProxies
        self.forwardingField = forwardingField
        self.loops = loops
        self.accessLevel = accessLevel
        self.logsTraces = logsTraces
        self.observer = observer
    }
}

/// The fields in which a proxy says who its client is, and how that client came.
///
/// One of them is read, never whichever is there: a proxy writes one and hands on the other as the client has sent it.
package enum ForwardingField: String, Sendable, CaseIterable {
    /// `X-Forwarded-For` and `X-Forwarded-Proto`.
    case xForwarded = "X-Forwarded-For"
    /// `Forwarded`, RFC 7239.
    case forwarded = "Forwarded"
}

/// The countable facts of a request: nothing personal.
package struct HTTPExchangeRecord: Sendable {
    package let id: RequestID
    /// The method; `OTHER` for one that HTTP does not define, so that a client cannot make up labels.
    package let method: String
    /// The route's pattern, `-` when no route matched.
    package let pattern: String
    /// The answer's status.
    package let status: Int
    /// From the complete head to the answer.
    package let duration: Duration

    /// Makes a record.
    package init(id: RequestID, method: String, pattern: String, status: Int, duration: Duration) {
        self.id = id
        self.method = method
        self.pattern = pattern
        self.status = status
        self.duration = duration
    }
}
