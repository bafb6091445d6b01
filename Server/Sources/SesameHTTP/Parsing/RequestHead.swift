import NIOHTTP1

/// A request head that passed all framing rules.
struct RequestHead: Sendable {
    var method: HTTPMethod
    var target: String
    /// The minor version of HTTP/1: 0 or 1.
    var minorVersion: Int
    var headers = HTTPHeaders()
    var framing = BodyFraming.none
    var closesConnection = false
    var expectsContinue = false
    /// True if the request has a `Forwarded` or `X-Forwarded-For` field, which the client may have forged.
    var isForwarded = false
}

/// The framing of a request's body: no body, `Content-Length`, or chunks.
enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}
