package import Foundation
import SesameCore
import SesameWire

/// Requests to one server's native API, for one of its apps.
struct NativeRequests: Sendable {
    let server: URL
    let app: String?
    let transport: any HTTPTransport

    /// Sends a request to the given path, with a JSON body if there is one, and returns the response with any status.
    func send(
        _ method: String, _ path: String, body: JSONObject? = nil, bearer: Secret? = nil,
        headers: [String: Secret] = [:], timeout: Duration? = nil
    ) async throws(AuthError) -> TransportResponse {
        var request = try request(method, path, bearer: bearer)
        if let body {
            request.headers["Content-Type"] = Secret("application/json")
            request.body = Secret(String(decoding: body.serialized(), as: UTF8.self))
        }
        for (name, value) in headers { request.headers[name] = value }
        if let timeout { request.timeout = timeout }
        return try await transport.send(request)
    }

    /// Creates a request without a body. Throws `invalidRequest` if the server's URL is invalid.
    func request(_ method: String, _ path: String, bearer: Secret?) throws(AuthError) -> TransportRequest {
        guard let url = server.appending(apiPath: path) else {
            throw AuthError(.invalidRequest, "the server's URL is invalid")
        }
        var headers = ["Accept": Secret("application/json")]
        if let app { headers["Sesame-App"] = Secret(app) }
        if let bearer { headers["Authorization"] = Secret("Bearer \(bearer.exposed)") }
        return TransportRequest(method: method, url: url, headers: headers)
    }
}

extension URL {
    /// Returns the URL of a path at this server; nil if this URL has no host. The server's own URL may have a path,
    /// too. Its query, fragment, user and password are dropped.
    package func appending(apiPath path: String) -> URL? {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true), parts.host != nil else { return nil }
        while parts.percentEncodedPath.utf8.last == UInt8(ascii: "/") { parts.percentEncodedPath.removeLast() }
        parts.percentEncodedPath += path
        parts.query = nil
        parts.fragment = nil
        parts.user = nil
        parts.password = nil
        return parts.url
    }
}
