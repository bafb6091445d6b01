import Foundation
import NIOCore
import SesameCore
import SesameHTTP
import SesameWire

/// The HTTP client for requests that are not sent by the SDK, for example to the development providers' control
/// interface and to the admin API.
struct DemoHTTPClient: Sendable {
    private static let client = HTTPClient(allowsPlainHTTP: true)

    /// Sends JSON and returns the response's JSON object. Throws if the status is not 2xx, or if the body is not a JSON
    /// object.
    static func call(
        _ method: String, _ url: URL, bearer: Secret? = nil, body: JSONObject? = nil
    ) async throws(AuthError) -> JSONObject {
        let (status, answer) = try await answer(method, url, bearer: bearer, body: body)
        guard (200..<300).contains(status), let answer else {
            let words = answer?["error"]?["message"]?.string ?? "\(url.path) responds with status \(status)"
            throw AuthError(status == 401 ? .notAuthenticated : .invalidRequest, words)
        }
        return answer
    }

    /// Sends JSON and returns the response's status and JSON object; the object is nil if the body is not a JSON
    /// object.
    static func answer(
        _ method: String, _ url: URL, headers: [(name: String, value: String)] = [], bearer: Secret? = nil,
        body: JSONObject? = nil
    ) async throws(AuthError) -> (status: Int, json: JSONObject?) {
        var headers = headers + [(name: "Accept", value: "application/json")]
        if let bearer { headers.append(("Authorization", "Bearer \(bearer.exposed)")) }
        if body != nil { headers.append(("Content-Type", "application/json")) }
        let response = try await send(
            OutgoingRequest(
                method: method, url: url.absoluteString, headers: headers,
                body: body.map { JSONValue.object($0).serialized() }, timeout: .seconds(15),
                maxResponseBytes: 8_388_608))
        return (response.status, (try? JSONValue(parsing: response.body))?.object)
    }

    /// Submits a form and returns the URL of the redirect; nil if the response does not redirect.
    static func submit(_ form: String, to url: URL) async throws(AuthError) -> URL? {
        let request = OutgoingRequest(
            method: "POST", url: url.absoluteString,
            headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Array(form.utf8))
        return try await send(request).header("Location").flatMap { URL(string: $0) }
    }

    private static func send(_ request: OutgoingRequest) async throws(AuthError) -> OutgoingResponse {
        do throws(HTTPClientError) {
            return try await client.send(request)
        } catch {
            throw AuthError(.providerUnavailable, "the request to \(request.url) failed: \(error)", cause: error)
        }
    }
}
