/// The policy of keeping keys and asking their source.
public struct JWKSPolicy: Sendable, Hashable {
    /// The least time that a set counts as fresh, whatever its source says; also when it says nothing.
    public var minimumAge: Duration = .seconds(300)
    /// The greatest time that a set counts as fresh, whatever its source says.
    public var maximumAge: Duration = .seconds(86_400)
    /// The time after that for which a set is still used while its source does not answer.
    public var staleLimit: Duration = .seconds(86_400)
    /// The least time between two fetches for key ids that are not in the set, whoever asks for whatever id.
    public var unknownKeyInterval: Duration = .seconds(30)
    /// The pause after a failed fetch; doubled with every further one.
    public var firstPause: Duration = .seconds(2)
    /// The greatest pause after a failed fetch.
    public var longestPause: Duration = .seconds(60)

    /// 5 minutes to 24 hours fresh, 24 hours stale, 30 seconds between fetches for unknown ids.
    public init() {}
}
