package import NIOHTTP1

/// An answer. Length, date and request id are added by the server.
package struct HTTPResponse: Sendable {
    package var status: HTTPResponseStatus
    /// The fields; a value with a line break makes the whole answer a 500.
    package var headers: HTTPHeaders
    /// The body; not sent in answer to `HEAD`.
    package var body: [UInt8]

    /// An answer.
    package init(status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// 204.
    package static var noContent: HTTPResponse { HTTPResponse(status: .noContent) }

    /// JSON bytes.
    package static func json(_ body: [UInt8], status: HTTPResponseStatus = .ok) -> HTTPResponse {
        content(body, type: "application/json", status: status)
    }

    /// Plain text.
    package static func text(_ body: String, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        content(Array(body.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// A page.
    package static func html(_ body: [UInt8], status: HTTPResponseStatus = .ok) -> HTTPResponse {
        content(body, type: "text/html; charset=utf-8", status: status)
    }

    /// A body of any media type.
    package static func content(_ body: [UInt8], type: String, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders([("Content-Type", type)]), body: body)
    }

    /// A redirect, 303 unless said otherwise, so that the next request is a `GET`.
    package static func redirect(to location: String, status: HTTPResponseStatus = .seeOther) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders([("Location", location)]))
    }
}
