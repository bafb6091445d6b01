import Foundation
import Sesame
import SesameCore
import SesameWire

/// A client for one project's requests, which sends the API key in a header.
struct FirebaseRequests: Sendable {
    /// The largest response in bytes. A document has at most 1 MiB, and its JSON is longer.
    private static let maxResponseBytes = 4_194_304

    let project: FirebaseProject
    let transport: any HTTPTransport

    /// Sends a POST request with a JSON body, and returns the response, whatever its status.
    func post(
        _ endpoint: FirebaseEndpoint, _ body: JSONObject, bearer: Secret? = nil, language: String? = nil,
        timeout: Duration? = nil
    ) async throws(AuthError) -> TransportResponse {
        var request = try request(endpoint)
        request.headers["Content-Type"] = Secret("application/json")
        request.body = Secret(String(decoding: body.serialized(), as: UTF8.self))
        if let bearer { request.headers["Authorization"] = Secret("Bearer \(bearer.exposed)") }
        if let language { request.headers["X-Firebase-Locale"] = Secret(language) }
        if let timeout { request.timeout = timeout }
        return try await transport.send(request)
    }

    /// Sends a POST request with a URL-encoded form, and returns the response, whatever its status.
    func post(
        _ endpoint: FirebaseEndpoint, form: [(name: String, value: String)]
    ) async throws(AuthError) -> TransportResponse {
        var request = try request(endpoint)
        request.headers["Content-Type"] = Secret("application/x-www-form-urlencoded")
        request.body = Secret(FormEncoding.encode(form))
        return try await transport.send(request)
    }

    private func request(_ endpoint: FirebaseEndpoint) throws(AuthError) -> TransportRequest {
        var headers = ["Accept": Secret("application/json"), "X-Goog-Api-Key": Secret(project.apiKey)]
        headers["X-Ios-Bundle-Identifier"] = project.bundleID.map { Secret($0) }
        return TransportRequest(
            method: "POST", url: try project.url(of: endpoint), headers: headers,
            maxResponseBytes: Self.maxResponseBytes)
    }
}

extension TransportResponse {
    /// The body as JSON; nil if it is not valid JSON, or has more than 4 MiB, 64 levels or 40,000 members.
    var json: JSONValue? {
        try? JSONValue(parsing: body, limits: JSONLimits(bytes: 4_194_304, depth: 64, members: 40_000))
    }
}
