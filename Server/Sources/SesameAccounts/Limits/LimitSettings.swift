/// How much of what a server lets in.
public struct LimitSettings: Sendable, Equatable {
    /// Limits that are not the usual ones.
    public var limits: [LimitRule: RateLimit]

    /// The usual limits, but for these.
    public init(_ limits: [LimitRule: RateLimit] = [:]) {
        self.limits = limits
    }

    /// The limit of a rule.
    public subscript(rule: LimitRule) -> RateLimit { limits[rule] ?? rule.usual }
}
