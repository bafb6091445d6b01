/// The limits of a server.
package struct LimitSettings: Sendable, Equatable {
    /// Limits that are not the usual ones.
    package var limits: [LimitRule: RateLimit]

    /// The usual limits, but for these.
    package init(_ limits: [LimitRule: RateLimit] = [:]) {
        self.limits = limits
    }

    package subscript(rule: LimitRule) -> RateLimit { limits[rule] ?? rule.usual }
}
