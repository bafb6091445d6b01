/// A route's rules for requests, and for caching its responses. The defaults are the strict ones.
package struct RoutePolicy: Sendable {
    /// The maximum length of a body in bytes; a longer one is refused with 413. A body of `GET` or `HEAD` is refused
    /// with 400, except `{}` with ``allowsEmptyObject``.
    package var maxBodyBytes: Int
    /// The allowed media types of a body, in lowercase and without parameters; empty for any. Other types are refused
    /// with 415.
    package var contentTypes: [String]
    /// True if the body and its content type may be missing on `POST`, `PUT` and `PATCH`.
    package var isBodyOptional: Bool
    /// True if a `GET` or `HEAD` may have the body `{}`, because some clients send it with every request.
    package var allowsEmptyObject: Bool
    /// True if a query parameter may be repeated; false to refuse such a request with 400.
    package var allowsRepeatedQueryParameters: Bool
    /// The `Cache-Control` of responses that set none; nil for no field.
    package var cacheControl: String?
    /// The rate-limit class of the route's requests: counted against the sender, or not.
    package var rateLimitClass: RateLimitClass

    package init(
        maxBodyBytes: Int = 65_536, contentTypes: [String] = ["application/json"], isBodyOptional: Bool = false,
        allowsEmptyObject: Bool = false, allowsRepeatedQueryParameters: Bool = false,
        cacheControl: String? = "no-store", rateLimitClass: RateLimitClass = .counted
    ) {
        self.maxBodyBytes = maxBodyBytes
        self.contentTypes = contentTypes
        self.isBodyOptional = isBodyOptional
        self.allowsEmptyObject = allowsEmptyObject
        self.allowsRepeatedQueryParameters = allowsRepeatedQueryParameters
        self.cacheControl = cacheControl
        self.rateLimitClass = rateLimitClass
    }

    /// The rate-limit class of requests; a `RequestInterceptor` applies the limits.
    package enum RateLimitClass: Sendable {
        /// The request does not count against its sender, because monitoring must always get a response.
        case uncounted
        /// The request counts against its sender, as on most routes.
        case counted
    }

    /// The policy for HTML forms and Apple's `form_post`.
    package static let form = RoutePolicy(contentTypes: ["application/x-www-form-urlencoded"])
}
