import SesameCore

/// Requests to the native API, each sent with the access token of a given user and never with another user's token.
struct AuthenticatedRequests: Sendable {
    let requests: NativeRequests
    let auth: any AccessTokenSource

    /// Sends a request with the given user's token. After a 401 the request is retried once with a fresh token; the
    /// refresh also detects the end of the session.
    func send(
        _ method: String, _ path: String, body: JSONObject? = nil, for uid: String, headers: [String: Secret] = [:]
    ) async throws(AuthError) -> TransportResponse {
        try await auth.send(for: uid) { token throws(AuthError) in
            try await requests.send(method, path, body: body, bearer: token, headers: headers)
        }
    }
}
