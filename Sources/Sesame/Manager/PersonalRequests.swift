import SesameCore

/// Requests to the native API in the name of one person: never with another one's token.
struct PersonalRequests: Sendable {
    let requests: NativeRequests
    let auth: any AccessTokenSource

    /// Sends a request in that person's name. One that is refused with 401 is sent once more, with a fresh token: the
    /// manager learns by that, too, when the session has ended.
    func send(
        _ method: String, _ path: String, body: JSONObject? = nil, for uid: String, headers: [String: Secret] = [:]
    ) async throws(AuthError) -> TransportResponse {
        try await auth.send(for: uid) { token throws(AuthError) in
            try await requests.send(method, path, body: body, bearer: token, headers: headers)
        }
    }
}
