public import Logging

/// Where and how a server listens.
public struct HTTPServerConfiguration: Sendable {
    /// Addresses to listen on.
    public var hosts: [String]
    /// Port to listen on; 0 takes a free one, the same for all addresses.
    public var port: Int
    /// Limits of connections and requests.
    public var limits: HTTPLimits
    /// Proxies that are believed what they say of their clients. From anyone else it is ignored.
    public var trustedProxies: [IPNetwork]
    /// How they say it. The other fields are the clients' own then, and decide nothing.
    public var forwardingField: ForwardingField
    /// Event loops; nil for one a core.
    public var loops: Int?
    /// Level of the line that each request leaves in the log. Answers of 500 and above leave one at `notice` at least.
    public var accessLevel: Logger.Level
    /// Whether that line has the trace that a request's `traceparent` belongs to.
    public var logsTraces: Bool
    /// Told of each answer, on the connection's thread, so it must be quick; for metrics.
    public var observer: (@Sendable (HTTPExchangeRecord) -> Void)?

    /// A configuration.
    public init(
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
public enum ForwardingField: String, Sendable, CaseIterable {
    /// `X-Forwarded-For` and `X-Forwarded-Proto`.
    case xForwarded = "X-Forwarded-For"
    /// `Forwarded`, RFC 7239.
    case forwarded = "Forwarded"
}

/// What may be counted of a request: nothing personal.
public struct HTTPExchangeRecord: Sendable {
    /// The request's id.
    public let id: RequestID
    /// The method; `OTHER` for one that HTTP does not define, so that a client cannot make up labels.
    public let method: String
    /// The route's pattern, `-` when no route matched.
    public let pattern: String
    /// The answer's status.
    public let status: Int
    /// From the complete head to the answer.
    public let duration: Duration

    /// Makes a record.
    public init(id: RequestID, method: String, pattern: String, status: Int, duration: Duration) {
        self.id = id
        self.method = method
        self.pattern = pattern
        self.status = status
        self.duration = duration
    }
}
