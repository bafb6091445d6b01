internal import Crypto
internal import Foundation
public import SesameCore
internal import _CryptoExtras

/// A public key that verifies signatures (RFC 7517), parsed once.
///
/// Only valid keys can be created: RSA of 2048 to 4096 bits with an odd exponent of at least 65537 for RS256, or a
/// point on P-256 for ES256. The key's type determines its only algorithm.
public struct JSONWebKey: Sendable {
    /// `kid`; nil for a key without an id.
    public let keyID: String?
    /// The only signature algorithm of this key.
    public let algorithm: JWSAlgorithm
    /// The key as published: `kty`, `use`, `alg`, `kid` and the public numbers, without private members.
    public let publicMembers: JSONObject

    private let material: Material

    private enum Material: Sendable {
        case rsa(CryptoKey<_RSA.Signing.PublicKey>)
        case p256(CryptoKey<P256.Signing.PublicKey>)
    }

    /// Returns true if the bytes are a signature of the digest, made with the matching private key.
    func isValid(_ signature: [UInt8], for digest: SHA256.Digest) -> Bool {
        switch material {
        case .rsa(let handle):
            return handle.key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
        case .p256(let handle):
            // Exactly r and s: not DER, and no other length.
            guard signature.count == 64,
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return handle.key.isValidSignature(signature, for: digest)
        }
    }
}

// MARK: - Making

extension JSONWebKey {
    /// Creates an RSA key from its modulus and exponent, in big-endian order. Throws ``TokenError/Reason/keys`` unless
    /// the modulus is odd and has 2048 to 4096 bits, and the exponent is odd, at least 65537 and at most four bytes
    /// long.
    public init(rsaModulus modulus: [UInt8], exponent: [UInt8], keyID: String?) throws(TokenError) {
        let numbers = try RSAPublicNumbers(modulus: modulus, exponent: exponent)
        guard let key = try? _RSA.Signing.PublicKey(derRepresentation: numbers.pkcs1) else {
            throw TokenError(.keys, "not an RSA key")
        }
        material = .rsa(CryptoKey(key: key))
        algorithm = .rs256
        self.keyID = keyID
        publicMembers = Self.members(
            type: "RSA", algorithm: .rs256, keyID: keyID,
            numbers: ["n": Base64URL.encode(numbers.modulus), "e": Base64URL.encode(numbers.exponent)])
    }

    /// Creates an RSA key from its PKCS #1 form (`RSAPublicKey`, RFC 8017), the form that swift-crypto exports.
    public init(rsaPKCS1 bytes: [UInt8], keyID: String?) throws(TokenError) {
        let numbers = try RSAPublicNumbers(pkcs1: bytes)
        try self.init(rsaModulus: numbers.modulus, exponent: numbers.exponent, keyID: keyID)
    }

    /// Creates a P-256 key from the coordinates of its point, 32 bytes each.
    public init(p256X x: [UInt8], y: [UInt8], keyID: String?) throws(TokenError) {
        guard x.count == 32, y.count == 32 else { throw TokenError(.keys, "coordinate does not have 32 bytes") }
        guard let key = try? P256.Signing.PublicKey(x963Representation: [0x04] + x + y) else {
            throw TokenError(.keys, "not a point on P-256")
        }
        material = .p256(CryptoKey(key: key))
        algorithm = .es256
        self.keyID = keyID
        publicMembers = Self.members(
            type: "EC", algorithm: .es256, keyID: keyID,
            numbers: ["crv": "P-256", "x": Base64URL.encode(x), "y": Base64URL.encode(y)])
    }

    private static func members(
        type: String, algorithm: JWSAlgorithm, keyID: String?, numbers: KeyValuePairs<String, String>
    ) -> JSONObject {
        var members: JSONObject = ["kty": .string(type), "use": "sig", "alg": .string(algorithm.rawValue)]
        members["kid"] = keyID.map(JSONValue.string)
        for (name, value) in numbers { members[name] = .string(value) }
        return members
    }
}
