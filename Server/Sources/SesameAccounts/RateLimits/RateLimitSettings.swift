/// The configured rate limits of a server or of one app, and the defaults for all other rules.
package struct RateLimitSettings: Sendable, Equatable {
    /// The limits that differ from the defaults.
    package var limits: [RateLimitRule: RateLimit]

    /// Creates settings with the given limits, and the defaults for all other rules.
    package init(_ limits: [RateLimitRule: RateLimit] = [:]) {
        self.limits = limits
    }

    package subscript(rule: RateLimitRule) -> RateLimit { limits[rule] ?? rule.defaultLimit }
}
