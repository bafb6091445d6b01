import Crypto
import SesameTokens

/// A code or access token to which `c_hash` or `at_hash` binds an ID token (OpenID Connect Core, sections 3.1.3.6 and
/// 3.3.2.11).
enum CredentialHash: Sendable {
    case code(String)
    case accessToken(String)

    /// The value of `c_hash` or `at_hash`: the left half of the credential's SHA-256, base64url-encoded.
    var text: String {
        let credential =
            switch self {
            case .code(let code): code
            case .accessToken(let token): token
            }
        return Base64URL.encode(Array(SHA256.hash(data: Array(credential.utf8)).prefix(16)))
    }
}
