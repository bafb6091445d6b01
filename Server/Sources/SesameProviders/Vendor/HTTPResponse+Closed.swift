import NIOHTTP1
import SesameHTTP

extension HTTPResponse {
    /// What a client gets instead of an answer while a provider is down.
    static let closed = HTTPResponse(status: .serviceUnavailable, headers: ["Connection": "close"])
}
