import Crypto
import SesameTokens

/// The left half of the SHA-256 of a code or access token, which binds an ID token to it (OpenID Connect Core, sections
/// 3.1.3.6 and 3.3.2.11).
enum CredentialHash: Sendable {
    case code(String)
    case accessToken(String)

    /// The hash as the claim holds it.
    var text: String {
        let credential =
            switch self {
            case .code(let code): code
            case .accessToken(let token): token
            }
        return Base64URL.encode(Array(SHA256.hash(data: Array(credential.utf8)).prefix(16)))
    }
}
