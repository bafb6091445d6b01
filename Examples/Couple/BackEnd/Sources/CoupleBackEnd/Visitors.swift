// snippet.verify
import Foundation
import SesameTokens

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A verifier that identifies the sender of a request by its access token.
struct Visitors: Sendable {
    private let keys: JWKSCache
    private let verifier: AccessTokenVerifier
    private let app: String

    /// Creates a verifier from the server's issuer URL, its JWKS URL (`/.well-known/jwks.json`) and the app's name.
    init(issuer: String, keysAt keys: String, app: String) {
        self.keys = JWKSCache(url: keys, algorithm: .es256, source: KeySource())
        verifier = AccessTokenVerifier(issuer: issuer)
        self.app = app
    }

    /// Returns the id of the token's account. Throws if the token is expired, forged or issued for another app, or if
    /// the keys are unavailable.
    func account(of token: String) async throws(TokenError) -> String {
        try await verifier.verify(Array(token.utf8), keys: keys, audience: app, now: Date()).subject
    }
}

private struct KeySource: JWKSSource {
    func fetch(_ url: String) async throws -> JWKSResponse {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        let (body, answer) = try await URLSession.shared.data(from: url)
        let status = (answer as? HTTPURLResponse)?.statusCode ?? 0
        return JWKSResponse(status: status, body: Array(body))
    }
}
// snippet.end
