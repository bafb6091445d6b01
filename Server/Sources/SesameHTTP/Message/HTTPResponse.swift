package import NIOHTTP1

/// A response. The server adds the length, the date and the request id.
package struct HTTPResponse: Sendable {
    package var status: HTTPResponseStatus
    /// The header fields. A value with a line break turns the whole response into a 500.
    package var headers: HTTPHeaders
    /// The body; omitted in the response to `HEAD`.
    package var body: [UInt8]

    package init(status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response with status 204.
    package static var noContent: HTTPResponse { HTTPResponse(status: .noContent) }

    /// Creates a response with a JSON body.
    package static func json(_ body: [UInt8], status: HTTPResponseStatus = .ok) -> HTTPResponse {
        content(body, type: "application/json", status: status)
    }

    /// Creates a response with plain text.
    package static func text(_ body: String, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        content(Array(body.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// Creates a response with an HTML page.
    package static func html(_ body: [UInt8], status: HTTPResponseStatus = .ok) -> HTTPResponse {
        content(body, type: "text/html; charset=utf-8", status: status)
    }

    /// Creates a response with a body of any media type.
    package static func content(_ body: [UInt8], type: String, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders([("Content-Type", type)]), body: body)
    }

    /// Creates a redirect. The default status 303 makes the next request a `GET`.
    package static func redirect(to location: String, status: HTTPResponseStatus = .seeOther) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders([("Location", location)]))
    }
}
