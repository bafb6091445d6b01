import NIOHTTP1

/// A head that passed every rule of framing.
struct RequestHead: Sendable {
    var method: HTTPMethod
    var target: String
    /// 0 or 1, of HTTP/1.
    var minorVersion: Int
    var headers = HTTPHeaders()
    var framing = BodyFraming.none
    var closesConnection = false
    var expectsContinue = false
    /// True if a proxy says that it forwards.
    var isForwarded = false
}

/// The end of a body.
enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}
