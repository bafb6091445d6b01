import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// A request to `/authorize` (RFC 6749 section 4.1.1) with a validated client and redirect URI.
struct AuthorizeRequest: Sendable {
    let client: ClientRequest
    /// The requested provider; nil if the user chooses one.
    let provider: Provider?

    /// Parses and checks the parameters other than the client and the redirect URI. Throws the error to report at the
    /// redirect URI.
    init(
        _ query: QueryParameters, of app: App, _ providers: ProviderDirectory, redirectURI: String
    ) throws(OAuthError) {
        guard query["response_type"] == "code" else {
            throw query["response_type"] == nil
                ? OAuthError(.invalidRequest, "response_type is missing")
                : OAuthError(.unsupportedResponseType, "response_type must be code")
        }
        guard query["code_challenge_method"] == "S256" else {
            throw OAuthError(.invalidRequest, "code_challenge_method must be S256")
        }
        guard let challenge = query["code_challenge"].flatMap(CodeChallenge.init) else {
            throw OAuthError(.invalidRequest, "code_challenge must be a SHA-256 hash in base64url")
        }
        if let mode = query["response_mode"], !mode.hasSameBytes(as: "query") {
            throw OAuthError(.invalidRequest, "response_mode must be query")
        }
        guard (query["state"] ?? "").utf8.count <= Self.maxStateBytes else {
            throw OAuthError(.invalidRequest, "state is too long")
        }
        if let role = query["role"], !app.roles.contains(where: role.hasSameBytes) {
            throw OAuthError(.invalidRequest, "the app has no such role")
        }
        if let name = query["provider"] {
            guard let named = providers.provider(named: name) else {
                throw OAuthError(.invalidRequest, "provider must be \(providers.list(joinedBy: " or "))")
            }
            provider = named
        } else {
            provider = nil
        }
        let linking = query["link"].map { LinkingNonce(Secret($0)) }
        if case .some(nil) = linking {
            throw OAuthError(.invalidRequest, "link must be a nonce from POST /v1/challenges")
        }
        client = ClientRequest(
            redirectURI: redirectURI, state: query["state"], challenge: challenge, role: query["role"],
            linking: linking?.map { .nonce($0) })
    }

    private static let maxStateBytes = 1_000
}
