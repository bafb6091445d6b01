import Crypto
import SesameCore

/// The form in which a provider's token carries the nonce of the request. It depends on the value that the client
/// passed to the provider: usually the hash to Apple's native sheet, and the nonce itself to Apple's web page and to
/// Google. For each client id, only one form is accepted.
public enum NonceForm: String, Sendable, Hashable, CaseIterable {
    /// The unchanged nonce.
    case raw
    /// The SHA-256 of the nonce in lowercase hexadecimal digits.
    case sha256Hex
    /// The SHA-256 of the nonce in base64url without padding.
    case sha256Base64URL

    /// Returns the condition that a token contains `nonce` in this form.
    public func expectation(for nonce: String) -> NonceExpectation {
        switch self {
        case .raw: .raw(nonce)
        case .sha256Hex: .sha256Hex(nonce)
        case .sha256Base64URL: .sha256Base64URL(nonce)
        }
    }
}

/// The condition on a token's `nonce` claim. Each case takes the raw nonce.
public enum NonceExpectation: Sendable {
    /// No nonce: the claim is ignored. If the token comes from a client, the caller prevents reuse by storing
    /// ``VerifiedIdentity/tokenDigest``.
    case none
    /// The claim must equal the nonce.
    case raw(String)
    /// The claim must be the SHA-256 of the nonce in lowercase hexadecimal digits.
    case sha256Hex(String)
    /// The claim must be the SHA-256 of the nonce in base64url without padding.
    case sha256Base64URL(String)

    /// The bytes of the expected claim, or nil if none is expected. An empty nonce gives empty bytes, which never
    /// match.
    var claim: [UInt8]? {
        switch self {
        case .none: nil
        case .raw(""), .sha256Hex(""), .sha256Base64URL(""): []
        case .raw(let nonce): Array(nonce.utf8)
        case .sha256Hex(let nonce): Self.digest(of: nonce).flatMap(Self.hexadecimal)
        case .sha256Base64URL(let nonce): Base64URL.encodedBytes(Self.digest(of: nonce))
        }
    }

    private static func digest(of nonce: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(nonce.utf8)))
    }

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

/// Returns true if the values are equal, in a time that depends only on their lengths.
func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
