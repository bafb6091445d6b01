import Foundation
import SesameCore
import SesameWire

extension SesameAuthService {
    private var requests: NativeRequests { NativeRequests(server: server, app: app, transport: transport) }

    /// Sends a POST request with a JSON body, and returns the body of the response.
    func post<Answer: WireBody>(
        _ path: String, body: JSONObject, bearer: Secret? = nil
    ) async throws(AuthError) -> Answer {
        try ServerResponseDecoder(try await send(path, body: body, bearer: bearer)).body()
    }

    /// Sends a request with a password, a sign-in code or a second factor in its JSON body, and returns the body of the
    /// response. The request contains the token that identifies the device to the server, and the response may contain
    /// a new one.
    func sendPassword<Answer: WireBody>(
        _ method: String, _ path: String, body: JSONObject, bearer: Secret? = nil
    ) async throws(AuthError) -> Answer {
        let response = try await requests.send(method, path, body: body, bearer: bearer, headers: device.headers)
        let answer: Answer = try ServerResponseDecoder(response).body()
        device.keep(from: response)
        return answer
    }

    /// Sends a POST request with a JSON body, and returns the response with any status.
    func send(
        _ path: String, body: JSONObject, bearer: Secret? = nil, headers: [String: Secret] = [:]
    ) async throws(AuthError) -> TransportResponse {
        try await requests.send("POST", path, body: body, bearer: bearer, headers: headers)
    }

    /// Sends a POST request with a form, and returns the body of the response.
    func postForm<Answer: WireBody>(
        _ path: String, _ fields: [(name: String, value: String)]
    ) async throws(AuthError) -> Answer {
        var request = try requests.request("POST", path, bearer: nil)
        request.headers["Content-Type"] = Secret("application/x-www-form-urlencoded")
        request.body = Secret(FormEncoding.encode(fields))
        return try ServerResponseDecoder(try await transport.send(request)).body()
    }

    /// Sends a request with a session's access token, and with a JSON body if one is given. Returns the response with
    /// any status.
    func send(
        _ method: String, _ path: String, body: JSONObject? = nil, bearer: Secret
    ) async throws(AuthError) -> TransportResponse {
        try await requests.send(method, path, body: body, bearer: bearer)
    }

    /// Sends a DELETE request and expects an empty response.
    func delete(_ path: String, bearer: Secret) async throws(AuthError) {
        try ServerResponseDecoder(try await send("DELETE", path, bearer: bearer)).checkEmptySuccess()
    }
}
