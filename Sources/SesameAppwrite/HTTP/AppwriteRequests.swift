import Foundation
import Sesame
import SesameCore
import SesameWire

/// A client of one project's REST API.
struct AppwriteRequests: Sendable {
    let project: AppwriteProject
    let transport: any HTTPTransport

    /// Sends a request, with a JSON body if one is given, and returns the decoder of the response.
    ///
    /// - Parameter session: The secret of the session to authenticate with; nil for an unauthenticated request. No JWT
    ///   is ever sent: Appwrite refuses a request with both a session and a JWT, and does not issue a JWT to a client
    ///   that authenticates with one.
    func send(
        _ method: String, _ path: String, query: [(name: String, value: String)] = [], body: JSONObject? = nil,
        session: Secret? = nil, language: String? = nil, timeout: Duration? = nil, limits: JSONLimits = .answer
    ) async throws(AuthError) -> AppwriteResponseDecoder {
        guard let url = project.url(path, query) else {
            throw AuthError(.invalidRequest, "the project's URL is invalid")
        }
        var request = TransportRequest(method: method, url: url, maxResponseBytes: limits.bytes)
        request.headers["Accept"] = Secret("application/json")
        request.headers["X-Appwrite-Project"] = Secret(project.id)
        request.headers["Origin"] = project.client.map { Secret($0) }
        request.headers["X-Appwrite-Session"] = session
        request.headers["X-Appwrite-Locale"] = language.map { Secret($0) }
        if let body {
            request.headers["Content-Type"] = Secret("application/json")
            request.body = Secret(String(decoding: body.serialized(), as: UTF8.self))
        }
        if let timeout { request.timeout = timeout }
        return AppwriteResponseDecoder(
            try await transport.send(request), isPersonal: session != nil, limits: limits)
    }
}

extension AppwriteProject {
    /// Returns the URL of an API path with its query; nil if the URL is invalid.
    func url(_ path: String, _ query: [(name: String, value: String)] = []) -> URL? {
        guard let url = endpoint.appending(apiPath: path) else { return nil }
        return query.isEmpty ? url : URL(string: "\(url.absoluteString)?\(FormEncoding.encode(query))")
    }
}

extension JSONLimits {
    /// The default limits of a response, up to 256 KiB.
    static let answer = JSONLimits(bytes: 262_144, depth: 24, members: 1_024)
    /// The limits of a response that may contain years of a user's sessions and events, up to 16 MiB.
    static let document = JSONLimits(bytes: 16_777_216, depth: 32, members: 1_024)
}
