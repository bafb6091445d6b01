package import SesameHTTP

extension RoutePolicy {
    /// Returns the policy of a response without credentials, which caches may store for this time.
    package static func cached(seconds: Int) -> RoutePolicy {
        RoutePolicy(cacheControl: "public, max-age=\(seconds)")
    }

    /// The policy of monitoring endpoints, whose requests are not counted.
    package static let uncounted = RoutePolicy(rateLimitClass: .uncounted)

    /// The policy of a page for browsers, without a request body.
    package static let browser = RoutePolicy(contentTypes: [])

    /// The policy of a route with an optional JSON body.
    package static let optionalJSON = RoutePolicy(isBodyOptional: true)
}
