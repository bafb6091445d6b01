import Crypto
import Foundation
import SesameCore
import SesameTokens
import _CryptoExtras

/// An RSA key pair with which a provider signs tokens, and its key id.
struct ProviderKey: Sendable {
    let keyID: String
    let publicKey: JSONWebKey
    private let privateKey: RSAPrivateKey

    init(_ privateKey: RSAPrivateKey, keyID: String) throws(ProviderError) {
        self.privateKey = privateKey
        self.keyID = keyID
        do {
            publicKey = try JSONWebKey(
                rsaPKCS1: Array(privateKey.key.publicKey.pkcs1DERRepresentation), keyID: keyID)
        } catch {
            throw ProviderError(.keys, "the key cannot be published: \(error)")
        }
    }

    /// The private key in the DER encoding of PKCS #1 (RFC 8017).
    var privateKeyDER: Data { privateKey.key.derRepresentation }

    /// Returns the RSASSA-PKCS1-v1_5 signature of the input with SHA-256 (RS256).
    func signature(of input: [UInt8]) throws(ProviderError) -> [UInt8] {
        do {
            let digest = SHA256.hash(data: input)
            return Array(try privateKey.key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
        } catch {
            throw ProviderError(.keys, "the key failed to sign")
        }
    }
}

/// A private key of swift-crypto that may be used on several threads. The key never changes, and the library's C code
/// locks its internal caches, but older releases do not declare it `Sendable`.
struct RSAPrivateKey: @unchecked Sendable {
    let key: _RSA.Signing.PrivateKey
}
