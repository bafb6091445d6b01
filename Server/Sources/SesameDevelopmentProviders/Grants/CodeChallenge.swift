import Crypto
import SesameTokens
import SesameWire

/// A code challenge (PKCE, RFC 7636), which binds an authorization code to the client that requested it.
struct CodeChallenge: Sendable, Hashable {
    /// The method that derives the challenge from the verifier.
    enum Method: String, Sendable, Hashable, CaseIterable {
        case plain
        case s256 = "S256"
    }

    let method: Method
    private let value: String

    /// Creates a challenge; nil if the value does not have the form of RFC 7636, section 4.2.
    init?(_ value: String, method: Method) {
        guard Self.isWellFormed(value) else { return nil }
        self.value = value
        self.method = method
    }

    /// Returns true if the challenge was derived from the verifier; false for a malformed verifier.
    func isMet(by verifier: String) -> Bool {
        guard Self.isWellFormed(verifier) else { return false }
        return switch method {
        case .plain: verifier.hasSameBytes(as: value)
        case .s256: Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8)))).hasSameBytes(as: value)
        }
    }

    /// Returns true if the text consists of 43 to 128 unreserved characters.
    private static func isWellFormed(_ text: String) -> Bool {
        43...128 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~".utf8.contains(byte)
                }
            }
    }
}
