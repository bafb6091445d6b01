package import NIOHTTP1

/// An error of the HTTP layer. Each surface formats it in its own way.
package struct HTTPError: Error, Sendable, Hashable {
    /// The stable code of an error. More codes may be added.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code in snake case.
        package let description: String

        init(_ description: String) { self.description = description }

        /// No route matches the path.
        package static let notFound = Code("not_found")
        /// The path has routes, but none for the method.
        package static let methodNotAllowed = Code("method_not_allowed")
        /// The body is longer than the route allows.
        package static let payloadTooLarge = Code("payload_too_large")
        /// The route does not accept the body's media type or content encoding.
        package static let unsupportedMediaType = Code("unsupported_media_type")
        /// The request violates HTTP's syntax, or one of this server's stricter rules.
        package static let malformedRequest = Code("malformed_request")
        /// A query parameter or header field is repeated, although it must be unique.
        package static let repeatedParameter = Code("repeated_parameter")
        /// The request line is too long.
        package static let targetTooLong = Code("target_too_long")
        /// The header fields are too many or too long.
        package static let headTooLarge = Code("head_too_large")
        /// The request came too slowly.
        package static let requestTimeout = Code("request_timeout")
        /// The server has too many connections, or the handler took too long.
        package static let overloaded = Code("overloaded")
        /// The client exceeded a rate limit.
        package static let rateLimited = Code("rate_limited")
        package static let `internal` = Code("internal")
    }

    package let code: Code
    package let status: HTTPResponseStatus
    /// An explanation for developers, which never repeats the request.
    package let detail: String
    /// The allowed methods of the path, for `methodNotAllowed`; empty for other errors.
    package let allow: [String]
    /// The value of the `Retry-After` header in seconds; nil for no header.
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

    /// Status 404: no route matches the path.
    package static let notFound = HTTPError(.notFound, .notFound, "there is nothing here")
    /// Status 413: the body is too long.
    package static let payloadTooLarge = HTTPError(.payloadTooLarge, .payloadTooLarge, "the body is too large")
    /// Status 400: a `GET` or `HEAD` has a body. RFC 9110 section 9.3.1 gives it no meaning, and intermediaries may
    /// drop or forward it.
    package static let unexpectedBody = malformedRequest("a body is not allowed with this method")
    /// Status 415: the route does not accept the body's media type or content encoding.
    package static let unsupportedMediaType = HTTPError(
        .unsupportedMediaType, .unsupportedMediaType, "the body's Content-Type or Content-Encoding is not supported")
    /// Status 414: the request line is too long.
    package static let targetTooLong = HTTPError(.targetTooLong, .uriTooLong, "the request line is too long")
    /// Status 431: the header is too large.
    package static let headTooLarge = HTTPError(
        .headTooLarge, .requestHeaderFieldsTooLarge, "there are too many header fields, or they are too long")
    /// Status 408: the request arrived too slowly.
    package static let requestTimeout = HTTPError(.requestTimeout, .requestTimeout, "the request arrived too slowly")
    /// Status 503, with one second in `Retry-After`.
    package static let overloaded = HTTPError(
        .overloaded, .serviceUnavailable, "the server is overloaded; retry later", retryAfter: 1)
    package static let `internal` = HTTPError(.internal, .internalServerError, "internal error")

    /// Creates a 405 error with the allowed methods.
    package static func methodNotAllowed(_ allow: [String]) -> HTTPError {
        HTTPError(.methodNotAllowed, .methodNotAllowed, "the method is not allowed for this path", allow: allow)
    }

    /// Creates a 429 error with the number of seconds for `Retry-After`.
    package static func rateLimited(_ detail: String, retryAfter seconds: Int) -> HTTPError {
        HTTPError(.rateLimited, .tooManyRequests, detail, retryAfter: seconds)
    }

    /// Creates a 400 error: the request violates HTTP's syntax, or one of this server's stricter rules.
    package static func malformedRequest(_ detail: String) -> HTTPError {
        HTTPError(.malformedRequest, .badRequest, detail)
    }

    /// Creates a 400 error: a unique parameter or header field is repeated.
    package static func repeatedParameter(_ detail: String) -> HTTPError {
        HTTPError(.repeatedParameter, .badRequest, detail)
    }
}
