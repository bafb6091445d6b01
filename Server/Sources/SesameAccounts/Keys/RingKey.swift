import Crypto
import Foundation
import SesameCore
import SesameTokens

/// A signing key that was opened: what signs, and what is published of it.
enum RingKey: Sendable {
    /// Signs access tokens.
    case es256(AccessTokenSigner)
    /// Signs the tokens of Firebase's dialect, whose readers know no other algorithm.
    case rs256(RS256Signer)

    /// A new key, with the bytes that are to be sealed.
    static func make(_ algorithm: JWSAlgorithm, id: String) throws(TokenError) -> (key: RingKey, raw: [UInt8]) {
        switch algorithm {
        case .es256:
            let key = P256.Signing.PrivateKey()
            return (.es256(AccessTokenSigner(key: key, keyID: id)), Array(key.rawRepresentation))
        case .rs256:
            let signer = try RS256Signer(makingKeyID: id)
            return (.rs256(signer), signer.privateKey)
        }
    }

    /// A key from the bytes that were sealed.
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

    /// The key's certificate of itself, where its readers want one.
    func certificate(of name: String, from start: Date) throws(TokenError) -> String? {
        guard case .rs256(let signer) = self else { return nil }
        return try signer.certificate(
            of: name, from: start.addingTimeInterval(-86_400), to: start.addingTimeInterval(400 * 86_400))
    }
}
