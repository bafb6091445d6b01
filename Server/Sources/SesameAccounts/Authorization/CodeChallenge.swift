import Foundation
package import SesameCore
import SesameTokens

/// The challenge of a proof key for a code (RFC 7636), of which `S256` is the only form here.
package struct CodeChallenge: Sendable, Equatable, Codable {
    private let digest: Data

    /// Reads a challenge: SHA-256 in base64url; nil when it is none.
    package init?(_ text: String) {
        guard text.utf8.count == 43, let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
        digest = Data(bytes)
    }

    /// The challenge of a verifier of ours.
    package init(of verifier: Secret) {
        digest = Data(SesameAccounts.digest(verifier.exposed.utf8))
    }

    /// The challenge as it is sent.
    package var text: String { Base64URL.encode(digest) }

    /// Returns true if this is the verifier behind the challenge.
    package func isMet(by verifier: Secret) -> Bool {
        let bytes = verifier.exposed.utf8
        guard (43...128).contains(bytes.count), bytes.allSatisfy(\.isUnreserved) else { return false }
        return zip(SesameAccounts.digest(bytes), digest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
