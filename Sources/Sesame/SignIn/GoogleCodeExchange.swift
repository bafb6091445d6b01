import Foundation
import SesameCore
import SesameWire

/// The exchange of Google's code for an ID token (RFC 6749 section 4.1.3).
struct GoogleCodeExchange: Sendable {
    let client: GoogleWebSignIn.Client
    let audience: String?
    let code: Secret
    let verifier: Secret
    let redirectURI: String

    /// Exchanges the code at the token endpoint, and returns the ID token. Throws `invalidToken` if the code has
    /// expired or was already used, and `invalidRequest` if Google rejects the client or the redirect URI.
    func idToken(from endpoint: URL, by transport: any HTTPTransport) async throws(AuthError) -> Secret {
        let response = try await transport.send(
            TransportRequest(
                method: "POST", url: endpoint,
                headers: [
                    "Accept": Secret("application/json"), "Content-Type": Secret("application/x-www-form-urlencoded"),
                ],
                body: Secret(FormEncoding.encode(fields))))
        let json = (try? JSONValue(parsing: response.body, limits: .default))?.object
        if response.status == 200, let token = json?["id_token"]?.string, !token.isEmpty { return Secret(token) }
        if (400...499).contains(response.status), let name = json?["error"]?.string { throw refusal(name) }
        throw AuthError(.providerUnavailable, "Google responded with status \(response.status) and no ID token")
    }

    private func refusal(_ name: String) -> AuthError {
        switch name {
        case "invalid_grant": AuthError(.invalidToken, "Google rejected the code: it has expired or was already used")
        case "invalid_client", "unauthorized_client":
            AuthError(.invalidRequest, "Google rejected the client: its id or its type is wrong")
        case "redirect_uri_mismatch": AuthError(.invalidRequest, "Google rejected the redirect URI")
        default: AuthError(.invalidRequest, "Google rejected the code exchange")
        }
    }

    private var fields: [(name: String, value: String)] {
        var fields = [
            (name: "grant_type", value: "authorization_code"), ("code", code.exposed),
            ("code_verifier", verifier.exposed), ("redirect_uri", redirectURI), ("client_id", client.id),
        ]
        if case .desktop(_, let secret) = client { fields.append(("client_secret", secret.exposed)) }
        if let audience { fields.append(("audience", audience)) }
        return fields
    }
}

extension GoogleSignInResult {
    /// Creates a result from the token's claims, without verifying the token.
    init(unverified token: Secret, nonce: Nonce, role: String?) {
        let claims = UnverifiedClaims(token)
        self.init(
            idToken: token, nonce: nonce, email: claims?["email"], givenName: claims?["given_name"],
            familyName: claims?["family_name"], displayName: claims?["name"],
            photoURL: claims?["picture"].flatMap { URL(string: $0) }, role: role)
    }
}
