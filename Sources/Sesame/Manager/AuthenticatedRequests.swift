import SesameCore

/// Requests to the native API in the name of one user, never with another user's token.
struct AuthenticatedRequests: Sendable {
    let requests: NativeRequests
    let auth: any AccessTokenSource

    /// Sends a request in that user's name. After a 401 it is retried once with a fresh token, which also tells the
    /// manager if the session has ended.
    func send(
        _ method: String, _ path: String, body: JSONObject? = nil, for uid: String, headers: [String: Secret] = [:]
    ) async throws(AuthError) -> TransportResponse {
        try await auth.send(for: uid) { token throws(AuthError) in
            try await requests.send(method, path, body: body, bearer: token, headers: headers)
        }
    }
}
