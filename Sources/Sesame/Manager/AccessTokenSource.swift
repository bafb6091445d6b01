public import SesameCore

/// A source of valid access tokens of the signed-in user: the part of ``AuthManager`` that calls to a back end need.
public protocol AccessTokenSource: Sendable {
    /// Returns an access token, refreshed if needed. Call this for each request, and do not store the token.
    /// - Parameters:
    ///   - uid: The user whose token it must be, for requests that must never run in another user's name:
    ///     ``SesameCore/AuthError/Code/cancelled`` if another user is signed in by now. Nil for the signed-in user.
    ///   - validFor: The minimum remaining lifetime of the token.
    ///   - rejecting: The token that the server has just refused with 401, so that it is not returned again.
    func accessToken(
        for uid: String?, validFor: Duration, rejecting: Secret?
    ) async throws(AuthError) -> Secret
}

extension AccessTokenSource {
    /// Returns an access token that is valid for at least one more minute, refreshed if needed.
    public func accessToken() async throws(AuthError) -> Secret {
        try await accessToken(for: nil, validFor: .seconds(60), rejecting: nil)
    }

    /// Returns an access token other than the one that the server has just refused with 401.
    public func accessToken(rejecting token: Secret) async throws(AuthError) -> Secret {
        try await accessToken(for: nil, validFor: .seconds(60), rejecting: token)
    }

    /// Sends a request to the app's own back end with that user's access token, and retries once with a fresh token if
    /// the response is a 401. It never runs in another user's name: it throws ``SesameCore/AuthError/Code/cancelled``
    /// if another user is signed in by now.
    /// - Returns: The response, with any status.
    public func send(
        _ request: TransportRequest, for uid: String, by transport: some HTTPTransport = URLSessionTransport()
    ) async throws(AuthError) -> TransportResponse {
        try await send(for: uid) { token throws(AuthError) in
            var request = request
            request.headers = request.headers.filter { $0.key.lowercased() != "authorization" }
            request.headers["Authorization"] = Secret("Bearer \(token.exposed)")
            return try await transport.send(request)
        }
    }

    /// Sends a request with that user's access token, and retries once with a fresh token after a 401.
    package func send(
        for uid: String, _ send: (Secret) async throws(AuthError) -> TransportResponse
    ) async throws(AuthError) -> TransportResponse {
        let token = try await accessToken(for: uid, validFor: .seconds(60), rejecting: nil)
        let response = try await send(token)
        guard response.status == 401 else { return response }
        return try await send(try await accessToken(for: uid, validFor: .seconds(60), rejecting: token))
    }
}
