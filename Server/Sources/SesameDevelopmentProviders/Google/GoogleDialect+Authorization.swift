import SesameWire

extension GoogleDialect {
    /// Returns the validated authorization request, see
    /// https://developers.google.com/identity/openid-connect/openid-connect. A thrown error appears on Google's page
    /// and is not sent to the client.
    func authorization(
        _ query: AuthorizationQuery, of find: (String) -> RegisteredClient?
    ) throws(AuthorizationRequestError) -> AuthorizationRequest {
        let clientID = try require("client_id", of: query)
        guard let client = find(clientID) else {
            throw AuthorizationRequestError("invalid_client", "The OAuth client was not found.", status: 401)
        }
        let redirectURI = try require("redirect_uri", of: query)
        guard client.isRegistered(redirectURI) else {
            throw AuthorizationRequestError(
                "redirect_uri_mismatch",
                "The redirect URI in the request does not match the ones authorized for the OAuth client.")
        }
        var request = AuthorizationRequest(client: client, redirectURI: redirectURI)
        guard try require("response_type", of: query).hasSameBytes(as: "code") else {
            throw AuthorizationRequestError(
                "unsupported_response_type", "Invalid response_type: only code is supported.")
        }
        if let mode = query["response_mode"], !mode.hasSameBytes(as: "query") {
            throw AuthorizationRequestError("invalid_request", "Invalid response_mode: only query is supported.")
        }
        request.scopes = try scopes(of: query)
        request.challenge = try challenge(of: query)
        guard client.kind != .googleIOS || request.challenge != nil else {
            throw AuthorizationRequestError("invalid_request", "Missing required parameter: code_challenge")
        }
        request.prompts = try prompts(of: query)
        request.isOffline = try isOffline(query)
        request.state = query["state"]
        request.nonce = query["nonce"]
        request.loginHint = query["login_hint"]
        request.audience = try audience(of: query, for: client, among: find)
        return request
    }

    /// Returns the id of the web client for which Google's SDKs request a token (`serverClientID`); nil if the request
    /// has no `audience`. Throws if the id does not belong to a web client of the same app.
    private func audience(
        of query: AuthorizationQuery, for client: RegisteredClient, among find: (String) -> RegisteredClient?
    ) throws(AuthorizationRequestError) -> String? {
        guard let audience = query["audience"] else { return nil }
        guard let server = find(audience), server.app.hasSameBytes(as: client.app), case .googleWeb = server.kind else {
            throw AuthorizationRequestError(
                "invalid_request", "Invalid audience: it must be a web client of the same project.")
        }
        return audience
    }

    private func require(_ name: String, of query: AuthorizationQuery) throws(AuthorizationRequestError) -> String {
        guard let value = query[name] else {
            throw AuthorizationRequestError("invalid_request", "Missing required parameter: \(name)")
        }
        return value
    }

    private func scopes(of query: AuthorizationQuery) throws(AuthorizationRequestError) -> Set<Scope> {
        _ = try require("scope", of: query)
        var scopes: Set<Scope> = []
        for word in query.words("scope") {
            let scope = Self.scopeURLs.first { $0.url.hasSameBytes(as: word) }?.scope ?? Scope(word: word)
            guard let scope, scope != .name else {
                throw AuthorizationRequestError(
                    "invalid_scope", "Some requested scopes were invalid. {invalid=[\(word)]}")
            }
            scopes.insert(scope)
        }
        guard scopes.contains(.openid) else {
            throw AuthorizationRequestError("invalid_scope", "Missing required scope: openid")
        }
        return scopes
    }

    private func challenge(of query: AuthorizationQuery) throws(AuthorizationRequestError) -> CodeChallenge? {
        let method = query["code_challenge_method"]
        guard let value = query["code_challenge"] else {
            guard method == nil else {
                throw AuthorizationRequestError("invalid_request", "Missing required parameter: code_challenge")
            }
            return nil
        }
        guard let method = CodeChallenge.Method(word: method ?? "plain") else {
            throw AuthorizationRequestError(
                "invalid_request", "Invalid code_challenge_method: it must be S256 or plain.")
        }
        guard let challenge = CodeChallenge(value, method: method) else {
            throw AuthorizationRequestError(
                "invalid_request", "Invalid code_challenge: it must have 43 to 128 unreserved characters.")
        }
        return challenge
    }

    private func prompts(of query: AuthorizationQuery) throws(AuthorizationRequestError) -> Set<
        AuthorizationRequest.Prompt
    > {
        var prompts: Set<AuthorizationRequest.Prompt> = []
        for word in query.words("prompt") {
            guard let prompt = AuthorizationRequest.Prompt(word: word) else {
                throw AuthorizationRequestError("invalid_request", "Invalid parameter value for prompt: \(word)")
            }
            prompts.insert(prompt)
        }
        guard !prompts.contains(.none) || prompts.count == 1 else {
            throw AuthorizationRequestError(
                "invalid_request", "Invalid parameter value for prompt: none must be the only value.")
        }
        return prompts
    }

    private func isOffline(_ query: AuthorizationQuery) throws(AuthorizationRequestError) -> Bool {
        switch query["access_type"]?.utf8.map(\.self) {
        case nil, Array("online".utf8): return false
        case Array("offline".utf8): return true
        default:
            throw AuthorizationRequestError("invalid_request", "Invalid access_type: it must be online or offline.")
        }
    }

    /// The two scopes that have a URL in addition to their name. Google's token responses list these two scopes by URL.
    private static let scopeURLs: [(scope: Scope, url: String)] = [
        (.email, "https://www.googleapis.com/auth/userinfo.email"),
        (.profile, "https://www.googleapis.com/auth/userinfo.profile"),
    ]

    /// Returns the `scope` member of a token response: URLs for email and profile, then `openid`.
    func scopeText(_ scopes: Set<Scope>) -> String {
        let urls = Self.scopeURLs.filter { scopes.contains($0.scope) }.map(\.url)
        return (urls + (scopes.contains(.openid) ? ["openid"] : [])).joined(separator: " ")
    }
}
