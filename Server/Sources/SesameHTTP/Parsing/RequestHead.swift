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
    /// True if a proxy forwarded the request.
    var isForwarded = false
}

/// The way in which the end of a body is found.
enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}
