import Crypto
import SesameCore

/// The form in which a provider's token carries the nonce of the request. It depends on the client and the flow:
/// Apple's native sheet is given the hash, Apple's web page and Google whatever the app puts there. Exactly one form is
/// right.
public enum NonceForm: String, Sendable, Hashable, CaseIterable {
    /// The nonce itself.
    case raw
    /// Its SHA-256 in lower-case hexadecimal digits.
    case sha256Hex
    /// Its SHA-256 in base64url without padding.
    case sha256Base64URL

    /// Returns the condition on a token when the app was given `nonce`.
    public func expectation(for nonce: String) -> NonceExpectation {
        switch self {
        case .raw: .raw(nonce)
        case .sha256Hex: .sha256Hex(nonce)
        case .sha256Base64URL: .sha256Base64URL(nonce)
        }
    }
}

/// The condition on a token's `nonce` claim. Each form is made from the raw nonce.
public enum NonceExpectation: Sendable {
    /// The contract knows no nonce: the claim is not looked at, and the caller sees to single use by the token's digest.
    case none
    /// The claim is this nonce.
    case raw(String)
    /// The claim is the SHA-256 of this nonce in lower-case hexadecimal digits.
    case sha256Hex(String)
    /// The claim is the SHA-256 of this nonce in base64url.
    case sha256Base64URL(String)

    /// The bytes of the claim that is due, or nil when none is. An empty nonce gives empty bytes, which nothing matches.
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

/// Compares in a time that depends on the lengths alone.
func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
