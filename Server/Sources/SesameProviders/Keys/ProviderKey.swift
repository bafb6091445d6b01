import Crypto
import Foundation
import SesameCore
import SesameTokens
import _CryptoExtras

/// One RSA key of a provider: it signs, and its public half is published.
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

    /// The private half, as RFC 8017 has it (PKCS #1).
    var privateKeyDER: Data { privateKey.key.derRepresentation }

    /// RSASSA-PKCS1-v1_5 with SHA-256.
    func signature(of input: [UInt8]) throws(ProviderError) -> [UInt8] {
        do {
            let digest = SHA256.hash(data: input)
            return Array(try privateKey.key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
        } catch {
            throw ProviderError(.keys, "the key did not sign")
        }
    }
}

/// A private key of swift-crypto, which may go between threads: it is never changed after it is made, and the
/// library's C code locks what it caches inside. Only its older releases do not say so in their types.
struct RSAPrivateKey: @unchecked Sendable {
    let key: _RSA.Signing.PrivateKey
}
