public import Logging

/// Where and how a server listens.
public struct HTTPServerConfiguration: Sendable {
    /// Addresses to listen on.
    public var hosts: [String]
    /// Port to listen on; 0 takes a free one, the same for all addresses.
    public var port: Int
    /// Limits of connections and requests.
    public var limits: HTTPLimits
    /// Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count. From anyone else they are ignored.
    public var trustedProxies: [IPNetwork]
    /// Event loops; nil for one a core.
    public var loops: Int?
    /// Level of the line that each request leaves in the log. Answers of 500 and above leave one at `notice` at least.
    public var accessLevel: Logger.Level
    /// Told of each answer, on the connection's thread, so it must be quick; for metrics.
    public var observer: (@Sendable (HTTPExchangeRecord) -> Void)?

    /// A configuration.
    public init(
        hosts: [String] = ["127.0.0.1"], port: Int = 8080, limits: HTTPLimits = HTTPLimits(),
        trustedProxies: [IPNetwork] = [], loops: Int? = nil, accessLevel: Logger.Level = .debug,
        observer: (@Sendable (HTTPExchangeRecord) -> Void)? = nil
    ) {
        self.hosts = hosts
        self.port = port
        self.limits = limits
        self.trustedProxies = trustedProxies
        self.loops = loops
        self.accessLevel = accessLevel
        self.observer = observer
    }
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
