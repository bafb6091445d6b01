import Foundation
import SesameCore

extension SesameAuthService {
    /// Sends a JSON body and reads the answer.
    func post<Answer: WireBody>(
        _ path: String, body: JSONObject, bearer: Secret? = nil
    ) async throws(AuthError) -> Answer {
        try ServerAnswer(try await send(path, body: body, bearer: bearer)).body()
    }

    /// Sends a JSON body.
    func send(
        _ path: String, body: JSONObject, bearer: Secret? = nil
    ) async throws(AuthError) -> TransportResponse {
        var request = try request("POST", path, bearer: bearer)
        request.headers["Content-Type"] = Secret("application/json")
        request.body = Secret(String(decoding: body.serialized(), as: UTF8.self))
        return try await transport.send(request)
    }

    /// Sends a form and reads the answer.
    func postForm<Answer: WireBody>(
        _ path: String, _ fields: [(name: String, value: String)]
    ) async throws(AuthError) -> Answer {
        var request = try request("POST", path, bearer: nil)
        request.headers["Content-Type"] = Secret("application/x-www-form-urlencoded")
        request.body = Secret(FormEncoding.encode(fields))
        return try ServerAnswer(try await transport.send(request)).body()
    }

    /// Sends a deletion; the answer has no body.
    func delete(_ path: String, bearer: Secret) async throws(AuthError) {
        let request = try request("DELETE", path, bearer: bearer)
        try ServerAnswer(try await transport.send(request)).checkSuccess()
    }

    private func request(_ method: String, _ path: String, bearer: Secret?) throws(AuthError) -> TransportRequest {
        guard let url = server.appending(apiPath: path) else {
            throw AuthError(.invalidRequest, "the server's address is no address of a server")
        }
        var headers = ["Accept": Secret("application/json")]
        if let app { headers["Sesame-App"] = Secret(app) }
        if let bearer { headers["Authorization"] = Secret("Bearer \(bearer.exposed)") }
        return TransportRequest(method: method, url: url, headers: headers)
    }
}

extension URL {
    /// The address of a path at this server, whose own address may have a path, too; query and fragment are dropped.
    func appending(apiPath path: String) -> URL? {
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
