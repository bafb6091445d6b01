/// The policy for caching keys and for requests to their source.
public struct JWKSPolicy: Sendable, Hashable {
    /// The minimum time for which a set counts as fresh, whatever its source says or omits.
    public var minAge: Duration = .seconds(300)
    /// The maximum time for which a set counts as fresh, whatever its source says.
    public var maxAge: Duration = .seconds(86_400)
    /// The additional time for which an expired set is still used while its source is unavailable.
    public var staleIfError: Duration = .seconds(86_400)
    /// The minimum time between two fetches for key ids that are not in the set, across all callers and ids.
    public var unknownKeyInterval: Duration = .seconds(30)
    /// The pause after a failed fetch; doubled after each further failure.
    public var initialBackoff: Duration = .seconds(2)
    /// The maximum pause after a failed fetch.
    public var maxBackoff: Duration = .seconds(60)

    /// Creates the default policy: 5 minutes to 24 hours fresh, 24 hours stale, 30 seconds between fetches for unknown
    /// ids.
    public init() {}
}
