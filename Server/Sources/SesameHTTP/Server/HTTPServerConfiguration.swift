package import Logging

package struct HTTPServerConfiguration: Sendable {
    /// The IP addresses or host names to listen on.
    package var hosts: [String]
    /// The port to listen on; 0 selects a free one, the same for all addresses.
    package var port: Int
    package var limits: HTTPLimits
    /// The limit on connections from one address; nil for none.
    package var addressLimit: AddressConnectionLimit?
    /// The proxies whose forwarding fields are trusted. In requests from any other peer, the addresses in these fields
    /// are ignored.
    package var trustedProxies: [IPNetwork]
    /// The header fields in which the trusted proxies report the client's address and scheme. The addresses and schemes
    /// in other forwarding fields are ignored, because a client may have sent them.
    package var forwardingField: ForwardingField
    /// The number of event loops; nil for one for each core.
    package var eventLoopCount: Int?
    /// The log level of each request's entry. Responses of 500 and above are logged at least at `notice`.
    package var accessLevel: Logger.Level
    /// True if the log entry contains the trace id from the request's `traceparent`.
    package var logsTraces: Bool
    /// The observer of each response, for metrics. It runs on the connection's thread, so it must be fast.
    package var observer: (@Sendable (HTTPExchangeRecord) -> Void)?
    /// The observer of each connection that a limit rejects, for metrics and the log. It must be fast, too.
    package var limitObserver: (@Sendable (ConnectionLimit) -> Void)?

    package init(
        hosts: [String] = ["127.0.0.1"], port: Int = 8080, limits: HTTPLimits = HTTPLimits(),
        addressLimit: AddressConnectionLimit? = nil,
        trustedProxies: [IPNetwork] = [], forwardingField: ForwardingField = .xForwarded, eventLoopCount: Int? = nil,
        accessLevel: Logger.Level = .debug, logsTraces: Bool = true,
        observer: (@Sendable (HTTPExchangeRecord) -> Void)? = nil,
        limitObserver: (@Sendable (ConnectionLimit) -> Void)? = nil
    ) {
        self.hosts = hosts
        self.port = port
        self.limits = limits
        self.addressLimit = addressLimit
        self.trustedProxies = trustedProxies
        self.forwardingField = forwardingField
        self.eventLoopCount = eventLoopCount
        self.accessLevel = accessLevel
        self.logsTraces = logsTraces
        self.observer = observer
        self.limitObserver = limitObserver
    }
}

/// The header fields in which a proxy reports its client and the client's scheme.
///
/// Only the fields of one case are read, because a proxy writes those and forwards the others as the client sent them.
package enum ForwardingField: String, Sendable, CaseIterable {
    /// The fields `X-Forwarded-For` and `X-Forwarded-Proto`.
    case xForwarded = "X-Forwarded-For"
    /// The field `Forwarded` (RFC 7239).
    case forwarded = "Forwarded"
}

/// Metrics data about one request and its response; none of it is personal.
package struct HTTPExchangeRecord: Sendable {
    package let id: RequestID
    /// The method; `OTHER` for one that HTTP does not define, so that clients cannot create labels.
    package let method: String
    /// The route's pattern; `-` if no route matched.
    package let pattern: String
    /// The HTTP status code of the response.
    package let status: Int
    /// The time from the complete head to the response; zero if the head could not be read.
    package let duration: Duration

    package init(id: RequestID, method: String, pattern: String, status: Int, duration: Duration) {
        self.id = id
        self.method = method
        self.pattern = pattern
        self.status = status
        self.duration = duration
    }
}
