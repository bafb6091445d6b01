public import SesameCore

/// Access tokens that work, of whoever is signed in: what calls of a back end need of ``AuthManager``.
public protocol AccessTokenSource: Sendable {
    /// An access token, refreshed when needed. Ask for each request; keep none.
    /// - Parameters:
    ///   - uid: The person that it is to be of, for what must never be done in another one's name:
    ///     ``SesameCore/AuthError/Code/cancelled`` when another person is signed in by now. Nil takes whoever is.
    ///   - validFor: The least time that it can be used for.
    ///   - rejecting: The token that the server has just refused with 401, so that it is not handed out again.
    func accessToken(
        for uid: String?, validFor: Duration, rejecting: Secret?
    ) async throws(AuthError) -> Secret
}

extension AccessTokenSource {
    /// An access token that can be used for another minute, refreshed when needed.
    public func accessToken() async throws(AuthError) -> Secret {
        try await accessToken(for: nil, validFor: .seconds(60), rejecting: nil)
    }

    /// An access token in place of one that the server has just refused with 401.
    public func accessToken(rejecting token: Secret) async throws(AuthError) -> Secret {
        try await accessToken(for: nil, validFor: .seconds(60), rejecting: token)
    }

    /// Sends a request to a back end of the app's own with that person's access token, and once more with a fresh one
    /// where it is refused with 401. It goes in nobody else's name:
    /// ``SesameCore/AuthError/Code/cancelled`` is thrown when another person is signed in by now.
    /// - Returns: The answer, whatever its status is.
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

    /// Sends a request with that person's access token, and once more with a fresh one where it is refused with 401.
    package func send(
        for uid: String, _ send: (Secret) async throws(AuthError) -> TransportResponse
    ) async throws(AuthError) -> TransportResponse {
        let token = try await accessToken(for: uid, validFor: .seconds(60), rejecting: nil)
        let response = try await send(token)
        guard response.status == 401 else { return response }
        return try await send(try await accessToken(for: uid, validFor: .seconds(60), rejecting: token))
    }
}
