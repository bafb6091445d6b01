import Crypto
import Foundation
import SesameCore

/// The pair that ties an authorization code to whoever asked for it (RFC 7636), by the method `S256`.
struct PKCE: Sendable {
    /// The secret that only the asker knows, and shows when the code is exchanged.
    let verifier: Secret

    /// A pair with the given verifier: 43 to 128 characters of letters, digits, `-`, `.`, `_` and `~`.
    init(verifier: Secret) {
        self.verifier = verifier
    }

    /// A pair with a verifier of 256 random bits.
    init() {
        self.init(verifier: Secret(RandomText.make(bytes: 32)))
    }

    /// The challenge that begins the sign-in: the base64url SHA-256 of the verifier.
    var challenge: String {
        RandomText.base64URL(SHA256.hash(data: Data(verifier.exposed.utf8)))
    }
}

/// Random values as text.
package enum RandomText {
    /// Base64url without padding of that many bytes of the system's generator.
    package static func make(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return base64URL((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Base64url without padding (RFC 4648 section 5).
    package static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
