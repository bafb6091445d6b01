import Foundation
package import SesameCore
import SesameTokens

/// A PKCE code challenge (RFC 7636); `S256` is the only supported method.
package struct CodeChallenge: Sendable, Equatable, Codable {
    private let digest: Data

    /// Parses a challenge: SHA-256 in base64url; nil if its form is invalid.
    package init?(_ text: String) {
        guard text.utf8.count == 43, let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
        digest = Data(bytes)
    }

    /// Creates the challenge of a verifier: its SHA-256 digest.
    package init(of verifier: Secret) {
        digest = Data(SesameAccounts.digest(verifier.exposed.utf8))
    }

    /// The challenge in base64url, as sent in `code_challenge`.
    package var text: String { Base64URL.encode(digest) }

    /// Returns true if the verifier has the form of RFC 7636 (43 to 128 unreserved characters), and matches the
    /// challenge.
    package func isMet(by verifier: Secret) -> Bool {
        let bytes = verifier.exposed.utf8
        guard (43...128).contains(bytes.count), bytes.allSatisfy(\.isUnreserved) else { return false }
        return zip(SesameAccounts.digest(bytes), digest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
