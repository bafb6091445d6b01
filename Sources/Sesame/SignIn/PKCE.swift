import Crypto
import Foundation
import SesameCore

/// The PKCE pair that binds an authorization code to its requester (RFC 7636), by the method `S256`.
struct PKCE: Sendable {
    /// The code verifier, a secret that only the requester knows and sends when it exchanges the code.
    let verifier: Secret

    /// Creates a pair with the given verifier: 43 to 128 characters of letters, digits, `-`, `.`, `_` and `~`.
    init(verifier: Secret) {
        self.verifier = verifier
    }

    /// Creates a pair with a verifier of 256 random bits.
    init() {
        self.init(verifier: Secret(RandomText.make(bytes: 32)))
    }

    /// The code challenge of the authorization request: the base64url SHA-256 digest of the verifier.
    var challenge: String {
        RandomText.base64URL(SHA256.hash(data: Data(verifier.exposed.utf8)))
    }
}

/// A source of random text, for example for code verifiers, states and file names.
package enum RandomText {
    /// Returns `count` bytes of the system's random generator, in base64url without padding.
    package static func make(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return base64URL((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Encodes bytes in base64url without padding (RFC 4648 section 5).
    package static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
