import SesameCore

extension AppleDialect {
    /// Returns the validated authorization request, see
    /// https://developer.apple.com/documentation/signinwithapplerestapi. A thrown error appears on Apple's page; only
    /// the user's decision goes back to the client.
    func authorization(
        _ query: AuthorizationQuery, of client: (String) -> RegisteredClient?
    ) throws(AuthorizationRequestError) -> AuthorizationRequest {
        guard let clientID = query["client_id"] else {
            throw AuthorizationRequestError("invalid_request", "Missing client_id.")
        }
        guard let client = client(clientID), client.kind == .appleServices else {
            throw AuthorizationRequestError("invalid_client", "Invalid client id: it must be a registered Services ID.")
        }
        guard let redirectURI = query["redirect_uri"], client.isRegistered(redirectURI) else {
            throw AuthorizationRequestError("invalid_request", "Invalid web redirect url.")
        }
        var request = AuthorizationRequest(client: client, redirectURI: redirectURI)
        request.includesIDToken = try includesIDToken(query)
        request.scopes = try scopes(of: query)
        request.responseMode = try responseMode(of: query, for: request)
        request.state = query["state"]
        request.nonce = query["nonce"]
        return request
    }

    private func includesIDToken(_ query: AuthorizationQuery) throws(AuthorizationRequestError) -> Bool {
        let types = query.words("response_type").map { Array($0.utf8) }
        switch (types.contains(Array("code".utf8)), types.contains(Array("id_token".utf8)), types.count) {
        case (true, false, 1): return false
        case (true, true, 2): return true
        case (_, _, 0): throw AuthorizationRequestError("invalid_request", "Missing response_type.")
        default: throw AuthorizationRequestError("unsupported_response_type", "Invalid response type.")
        }
    }

    private func scopes(of query: AuthorizationQuery) throws(AuthorizationRequestError) -> Set<Scope> {
        var scopes: Set<Scope> = []
        for word in query.words("scope") {
            guard let scope = Scope(word: word), scope != .profile else {
                throw AuthorizationRequestError("invalid_scope", "Invalid scope: \(word)")
            }
            scopes.insert(scope)
        }
        return scopes
    }

    /// Returns the response mode. As at Apple, throws if a name or email is requested without `form_post`, or an ID
    /// token with `query`.
    private func responseMode(
        of query: AuthorizationQuery, for request: AuthorizationRequest
    ) throws(AuthorizationRequestError) -> AuthorizationRequest.ResponseMode {
        guard let mode = AuthorizationRequest.ResponseMode(word: query["response_mode"] ?? "query") else {
            throw AuthorizationRequestError("invalid_request", "Invalid response mode.")
        }
        guard mode == .formPost || request.scopes.isDisjoint(with: [.name, .email]) else {
            throw AuthorizationRequestError(
                "invalid_request", "response_mode must be form_post when name or email scope is requested.")
        }
        guard mode != .query || !request.includesIDToken else {
            throw AuthorizationRequestError("invalid_request", "Invalid response mode.")
        }
        return mode
    }
}
