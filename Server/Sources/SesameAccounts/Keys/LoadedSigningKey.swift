import Crypto
import Foundation
import SesameCore
import SesameTokens

/// A decrypted signing key.
enum LoadedSigningKey: Sendable {
    /// A key that signs access tokens.
    case es256(AccessTokenSigner)
    /// A key that signs the tokens of Firebase's protocol, whose clients support no other algorithm.
    case rs256(RS256Signer)

    /// Generates a key. Returns it together with its raw bytes, which the caller encrypts.
    static func make(_ algorithm: JWSAlgorithm, id: String) throws(TokenError) -> (key: LoadedSigningKey, raw: [UInt8])
    {
        switch algorithm {
        case .es256:
            let key = P256.Signing.PrivateKey()
            return (.es256(AccessTokenSigner(key: key, keyID: id)), Array(key.rawRepresentation))
        case .rs256:
            let signer = try RS256Signer(makingKeyID: id)
            return (.rs256(signer), signer.privateKey)
        }
    }

    /// Creates a key from its decrypted bytes; throws if they are not a key of the algorithm.
    init(_ algorithm: JWSAlgorithm, raw: some Sequence<UInt8>, id: String) throws {
        switch algorithm {
        case .es256:
            self = .es256(AccessTokenSigner(key: try P256.Signing.PrivateKey(rawRepresentation: Array(raw)), keyID: id))
        case .rs256: self = .rs256(try RS256Signer(privateKey: raw, keyID: id))
        }
    }

    func publicKey() throws(TokenError) -> JSONWebKey {
        switch self {
        case .es256(let signer): try signer.publicKey()
        case .rs256(let signer): try signer.publicKey()
        }
    }

    /// Returns the key's self-signed certificate in PEM, for RSA keys; nil for other keys. The certificate is valid
    /// from one day before `start` to 400 days after it.
    func certificate(of name: String, from start: Date) throws(TokenError) -> String? {
        guard case .rs256(let signer) = self else { return nil }
        return try signer.certificate(
            of: name, from: start.addingTimeInterval(-86_400), to: start.addingTimeInterval(400 * 86_400))
    }
}
