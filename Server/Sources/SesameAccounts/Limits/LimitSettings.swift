/// The rate limits of a server.
package struct LimitSettings: Sendable, Equatable {
    /// The limits that differ from the defaults.
    package var limits: [LimitRule: RateLimit]

    /// Creates settings with the default limits, except for these.
    package init(_ limits: [LimitRule: RateLimit] = [:]) {
        self.limits = limits
    }

    package subscript(rule: LimitRule) -> RateLimit { limits[rule] ?? rule.usual }
}
