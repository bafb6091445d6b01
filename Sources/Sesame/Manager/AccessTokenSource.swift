public import SesameCore

/// A source of valid access tokens of the signed-in user: the part of ``AuthManager`` that requests to a back end need.
public protocol AccessTokenSource: Sendable {
    /// Returns an access token, refreshed if needed. Call this for each request, and do not store the token.
    ///
    /// Throws ``SesameCore/AuthError/Code/notAuthenticated`` if no user is signed in.
    /// - Parameters:
    ///   - uid: The required user; nil for any signed-in user. If another user is signed in by now, the call throws
    ///     ``SesameCore/AuthError/Code/cancelled``, so that a request never runs in that user's name.
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

    /// Sends a request to the app's own back end with the access token of the given user, and retries once with a fresh
    /// token if the response is a 401. Throws ``SesameCore/AuthError/Code/cancelled`` if another user is signed in by
    /// now, so that the request never runs in that user's name.
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

    /// Sends a request with the access token of the given user, and retries once with a fresh token after a 401.
    package func send(
        for uid: String, _ send: (Secret) async throws(AuthError) -> TransportResponse
    ) async throws(AuthError) -> TransportResponse {
        let token = try await accessToken(for: uid, validFor: .seconds(60), rejecting: nil)
        let response = try await send(token)
        guard response.status == 401 else { return response }
        return try await send(try await accessToken(for: uid, validFor: .seconds(60), rejecting: token))
    }
}
