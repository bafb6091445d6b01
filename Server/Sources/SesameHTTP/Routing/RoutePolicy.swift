/// A route's rules for requests, and for caching its responses. The defaults are the strict ones.
package struct RoutePolicy: Sendable {
    /// The longest body in bytes; over it 413. One of `GET` and `HEAD` is refused with 400, but for
    /// ``allowsEmptyObject``.
    package var maximumBody: Int
    /// The media types that a body may have, without parameters and in lowercase; empty for any. Else 415.
    package var contentTypes: [String]
    /// True if the body, and with it the content type, may be missing on `POST`, `PUT` and `PATCH`.
    package var isBodyOptional: Bool
    /// True if `{}` may come with a `GET` and a `HEAD`: there are clients that send it with whatever they ask.
    package var allowsEmptyObject: Bool
    /// True if a query parameter may stand twice; else 400.
    package var allowsRepeatedQueryParameters: Bool
    /// `Cache-Control` of answers that set none; nil for no field.
    package var cacheControl: String?
    /// The way in which requests count against their sender.
    package var traffic: Traffic

    /// A policy.
    package init(
        maximumBody: Int = 65_536, contentTypes: [String] = ["application/json"], isBodyOptional: Bool = false,
        allowsEmptyObject: Bool = false, allowsRepeatedQueryParameters: Bool = false,
        cacheControl: String? = "no-store", traffic: Traffic = .counted
    ) {
        self.maximumBody = maximumBody
        self.contentTypes = contentTypes
        self.isBodyOptional = isBodyOptional
        self.allowsEmptyObject = allowsEmptyObject
        self.allowsRepeatedQueryParameters = allowsRepeatedQueryParameters
        self.cacheControl = cacheControl
        self.traffic = traffic
    }

    /// The way in which requests count against their sender; a `RequestGate` decides what that means.
    package enum Traffic: Sendable {
        /// Not at all: what watches the server must always get an answer.
        case uncounted
        /// As a request.
        case counted
    }

    /// For forms of pages and for Apple's `form_post`.
    package static let form = RoutePolicy(contentTypes: ["application/x-www-form-urlencoded"])
}
