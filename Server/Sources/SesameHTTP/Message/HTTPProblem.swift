package import NIOHTTP1

/// A request that the HTTP layer refuses; a surface gives it its own shape.
package struct HTTPProblem: Error, Sendable, Hashable {
    /// A stable name of a problem. An open set: more may come.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name in snake case.
        package let description: String

        init(_ description: String) { self.description = description }

        /// No route has the path.
        package static let notFound = Code("not_found")
        /// The path has routes, but not for the method.
        package static let methodNotAllowed = Code("method_not_allowed")
        /// The body is longer than the route takes.
        package static let payloadTooLarge = Code("payload_too_large")
        /// The body is of a type that the route does not take.
        package static let unsupportedMediaType = Code("unsupported_media_type")
        /// The request breaks HTTP's rules.
        package static let malformedRequest = Code("malformed_request")
        /// A query parameter or a field that must stand once stands twice.
        package static let repeatedParameter = Code("repeated_parameter")
        /// The request line is too long.
        package static let targetTooLong = Code("target_too_long")
        /// The fields are too many or too long.
        package static let headTooLarge = Code("head_too_large")
        /// The request came too slowly.
        package static let requestTimeout = Code("request_timeout")
        /// There are more connections than the server takes, or the handler took too long.
        package static let overloaded = Code("overloaded")
        /// The sender has sent too much.
        package static let rateLimited = Code("rate_limited")
        /// A defect of ours.
        package static let `internal` = Code("internal")
    }

    /// The problem.
    package let code: Code
    /// The status to answer with.
    package let status: HTTPResponseStatus
    /// For developers; never an echo of the request.
    package let detail: String
    /// The methods that the path knows, for `methodNotAllowed`.
    package let allow: [String]
    /// Seconds after which a retry makes sense, where that is known.
    package let retryAfter: Int?

    init(
        _ code: Code, _ status: HTTPResponseStatus, _ detail: String, allow: [String] = [], retryAfter: Int? = nil
    ) {
        self.code = code
        self.status = status
        self.detail = detail
        self.allow = allow
        self.retryAfter = retryAfter
    }

    /// 404.
    package static let notFound = HTTPProblem(.notFound, .notFound, "there is nothing here")
    /// 413.
    package static let payloadTooLarge = HTTPProblem(.payloadTooLarge, .payloadTooLarge, "the body is too long")
    /// 400: RFC 9110 section 9.3.1 gives no meaning to a body of `GET` or `HEAD`, and what an intermediary may drop or
    /// keep is not left to be read in two ways.
    package static let unexpectedBody = malformedRequest("the method takes no body")
    /// 415.
    package static let unsupportedMediaType = HTTPProblem(
        .unsupportedMediaType, .unsupportedMediaType, "the body's content type is not accepted here")
    /// 414.
    package static let targetTooLong = HTTPProblem(.targetTooLong, .uriTooLong, "the request line is too long")
    /// 431.
    package static let headTooLarge = HTTPProblem(
        .headTooLarge, .requestHeaderFieldsTooLarge, "the header fields are too many or too long")
    /// 408.
    package static let requestTimeout = HTTPProblem(.requestTimeout, .requestTimeout, "the request came too slowly")
    /// 503.
    package static let overloaded = HTTPProblem(
        .overloaded, .serviceUnavailable, "the server is busy", retryAfter: 1)
    /// 500.
    package static let `internal` = HTTPProblem(.internal, .internalServerError, "internal error")

    /// 405 with what is allowed.
    package static func methodNotAllowed(_ allow: [String]) -> HTTPProblem {
        HTTPProblem(.methodNotAllowed, .methodNotAllowed, "the method is not allowed here", allow: allow)
    }

    /// 429: the sender may come back after that many seconds.
    package static func rateLimited(_ detail: String, retryAfter seconds: Int) -> HTTPProblem {
        HTTPProblem(.rateLimited, .tooManyRequests, detail, retryAfter: seconds)
    }

    /// 400: the request breaks HTTP's rules.
    package static func malformedRequest(_ detail: String) -> HTTPProblem {
        HTTPProblem(.malformedRequest, .badRequest, detail)
    }

    /// 400: what must stand once stands twice.
    package static func repeatedParameter(_ detail: String) -> HTTPProblem {
        HTTPProblem(.repeatedParameter, .badRequest, detail)
    }
}
