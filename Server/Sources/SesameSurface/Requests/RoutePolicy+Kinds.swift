package import SesameHTTP

extension RoutePolicy {
    /// Returns the policy of a public response that caches may store for the given number of seconds.
    package static func cached(seconds: Int) -> RoutePolicy {
        RoutePolicy(cacheControl: "public, max-age=\(seconds)")
    }

    /// The policy of monitoring endpoints, which are exempt from rate limits.
    package static let uncounted = RoutePolicy(rateLimitClass: .uncounted)

    /// The policy of a page for browsers, without a request body.
    package static let browser = RoutePolicy(contentTypes: [])

    /// The policy of a route with an optional JSON body.
    package static let optionalJSON = RoutePolicy(isBodyOptional: true)
}
