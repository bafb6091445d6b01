package import SesameCore

/// Requests to the native API in the name of one person: never with another one's token.
struct PersonalRequests: Sendable {
    let requests: NativeRequests
    let auth: any AuthManagerProtocol

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

extension AuthManagerProtocol {
    /// Sends a request with that person's access token, and once more with a fresh one where it is refused with 401.
    package func send(
        for uid: String, _ send: (Secret) async throws(AuthError) -> TransportResponse
    ) async throws(AuthError) -> TransportResponse {
        let token = try await accessToken(for: uid, rejecting: nil)
        let response = try await send(token)
        guard response.status == 401 else { return response }
        return try await send(try await accessToken(for: uid, rejecting: token))
    }
}
