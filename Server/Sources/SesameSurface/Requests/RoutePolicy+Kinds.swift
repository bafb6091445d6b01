package import SesameHTTP

extension RoutePolicy {
    /// An answer without credentials, which others may keep for a while.
    package static func cached(seconds: Int) -> RoutePolicy {
        RoutePolicy(cacheControl: "public, max-age=\(seconds)")
    }

    /// For what watches the server.
    package static let uncounted = RoutePolicy(traffic: .uncounted)

    /// The policy of a page for browsers: without a body.
    package static let browser = RoutePolicy(contentTypes: [])

    /// A JSON body, or none at all.
    package static let optionalJSON = RoutePolicy(isBodyOptional: true)
}
