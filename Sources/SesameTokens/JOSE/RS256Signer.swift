internal import Crypto
internal import Foundation
public import SesameCore
internal import _CryptoExtras

/// A signer with one RSA key (RSASSA-PKCS1-v1_5 with SHA-256, RFC 7518 section 3.3), for audiences that accept no other
/// algorithm.
public struct RS256Signer: Sendable {
    /// The `kid` of all tokens from this signer, under which the public key is published.
    public let keyID: String
    private let signingKey: CryptoKey<_RSA.Signing.PrivateKey>

    /// Creates a signer with a new key of 2048 bits.
    public init(makingKeyID keyID: String) throws(TokenError) {
        guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else {
            throw TokenError(.keys, "RSA key generation failed")
        }
        self.keyID = keyID
        signingKey = CryptoKey(key: key)
    }

    /// Creates a signer from a private key in DER, in PKCS #1 or PKCS #8.
    public init(privateKey der: some Sequence<UInt8>, keyID: String) throws(TokenError) {
        guard let key = try? _RSA.Signing.PrivateKey(derRepresentation: Data(der)) else {
            throw TokenError(.keys, "not an RSA key")
        }
        self.keyID = keyID
        signingKey = CryptoKey(key: key)
    }

    /// The private key in DER (PKCS #1). Encrypt it before storing it.
    public var privateKey: [UInt8] { Array(signingKey.key.derRepresentation) }

    /// Returns the public key as a JWK with the signer's key id, for publication in a key set.
    public func publicKey() throws(TokenError) -> JSONWebKey {
        try JSONWebKey(rsaPKCS1: Array(signingKey.key.publicKey.pkcs1DERRepresentation), keyID: keyID)
    }

    /// Returns a compact JWS of the payload. The signer's own `alg` and `kid` replace those in `header`.
    public func sign(header: JSONObject, payload: [UInt8]) throws(TokenError) -> String {
        var header = header
        header["alg"] = .string(JWSAlgorithm.rs256.rawValue)
        header["kid"] = .string(keyID)
        return try CompactJWS.sign(header: header, payload: payload) { input throws(TokenError) in
            try signature(of: input)
        }
    }

    func signature(of input: [UInt8]) throws(TokenError) -> [UInt8] {
        do {
            let digest = SHA256.hash(data: input)
            return Array(try signingKey.key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
        } catch {
            throw TokenError(.keys, "signing failed")
        }
    }

    /// The public key as `SubjectPublicKeyInfo` in DER.
    var subjectPublicKeyInfo: [UInt8] { Array(signingKey.key.publicKey.derRepresentation) }
}

extension JSONWebKey {
    /// Creates an RSA key from a PEM file with a public key, as written by `openssl rsa -pubout`.
    public init(rsaPEM pem: String, keyID: String?) throws(TokenError) {
        guard let key = try? _RSA.Signing.PublicKey(pemRepresentation: pem) else {
            throw TokenError(.keys, "not an RSA public key in PEM")
        }
        try self.init(rsaPKCS1: Array(key.pkcs1DERRepresentation), keyID: keyID)
    }
}
