internal import Crypto
internal import Foundation
public import SesameCore
import SesameWire

/// A parsed, unverified token in JWS compact serialization (RFC 7515, section 7.1).
///
/// The payload is only bytes here. Higher layers interpret it, after ``verify(with:algorithm:)``.
public struct CompactJWS: Sendable {
    /// The protected header. Do not trust it until the signature is verified.
    public let header: JOSEHeader
    /// The payload's bytes. Do not trust them until the signature is verified.
    public let payload: [UInt8]
    /// The signature in the form of its algorithm, for example r and s in 64 bytes for ES256.
    public let signature: [UInt8]

    private let headerBytes: [UInt8]
    private let token: [UInt8]
    private let signedLength: Int

    /// The maximum length of a token in bytes.
    public static let maxBytes = 16_384

    /// Parses a token: exactly three parts of canonical base64url, at most 16 KiB, with a header of at most 2 KiB and
    /// without any member that weakens the verification.
    public init(parsing token: [UInt8]) throws(TokenError) {
        guard token.count <= Self.maxBytes else { throw TokenError(.malformed, "token is too long") }
        guard let first = token.firstIndex(of: UInt8(ascii: ".")),
            let second = token[(first + 1)...].firstIndex(of: UInt8(ascii: ".")),
            !token[(second + 1)...].contains(UInt8(ascii: "."))
        else { throw TokenError(.malformed, "token does not have three parts") }
        guard let headerBytes = Base64URL.decode(token[..<first]),
            let payload = Base64URL.decode(token[(first + 1)..<second]),
            let signature = Base64URL.decode(token[(second + 1)...])
        else { throw TokenError(.malformed, "token is not canonical base64url") }
        header = try JOSEHeader(parsing: headerBytes)
        self.headerBytes = headerBytes
        self.payload = payload
        self.signature = signature
        self.token = token
        signedLength = second
    }

    /// Parses the UTF-8 bytes of a token's text, with the checks of ``init(parsing:)-([UInt8])``.
    public init(parsing token: String) throws(TokenError) {
        try self.init(parsing: Array(token.utf8))
    }

    /// Verifies the signature. Throws ``TokenError`` unless the header's `alg` and the key's algorithm are `algorithm`,
    /// and the signature was made with the key.
    public func verify(with key: JSONWebKey, algorithm: JWSAlgorithm) throws(TokenError) {
        try requireAlgorithm(algorithm)
        guard key.algorithm == algorithm else { throw TokenError(.algorithm, "key is for another algorithm") }
        guard key.isValid(signature, for: signedDigest()) else {
            throw TokenError(.signature, "signature is invalid")
        }
    }

    /// Checks that the header's `alg` is `algorithm`, and throws ``TokenError/Reason/algorithm`` otherwise. Call this
    /// function to refuse a token before looking up its key.
    public func requireAlgorithm(_ algorithm: JWSAlgorithm) throws(TokenError) {
        guard header.algorithm.hasSameBytes(as: algorithm.rawValue) else {
            throw TokenError(.algorithm, "token is not signed with \(algorithm.rawValue)")
        }
    }

    /// Returns the payload as a strict JSON object. Throws ``TokenError/Reason/malformed`` if the payload is anything
    /// else.
    public func claims() throws(TokenError) -> JSONObject {
        guard let claims = try? JSONValue(parsing: payload).object else {
            throw TokenError(.malformed, "claims are not a strict JSON object")
        }
        return claims
    }

    /// Returns the SHA-256 digest of the decoded header and payload, which identifies the token's content. The
    /// signature is left out, because anyone who sees an ECDSA signature can create a second valid one.
    public func contentDigest() -> [UInt8] {
        var hash = SHA256()
        // The length prefix fixes the boundary between header and payload.
        withUnsafeBytes(of: UInt64(headerBytes.count).bigEndian) { hash.update(bufferPointer: $0) }
        headerBytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        payload.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return Array(hash.finalize())
    }

    private func signedDigest() -> SHA256.Digest {
        token.withUnsafeBytes { bytes in
            var hash = SHA256()
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[..<signedLength]))
            return hash.finalize()
        }
    }
}
