public import Crypto
import SesameCore
import SesameWire

/// A signer of access tokens with one key. The header is the same for all tokens and is encoded once.
public struct AccessTokenSigner: Sendable {
    /// The `kid` of all tokens from this signer, under which the public key is published.
    public let keyID: String
    private let encodedHeader: [UInt8]
    private let signingKey: CryptoKey<P256.Signing.PrivateKey>

    /// Creates a signer. `keyID` is the id under which the public key is published.
    public init(key: P256.Signing.PrivateKey, keyID: String) {
        self.keyID = keyID
        signingKey = CryptoKey(key: key)
        let header: JSONObject = [
            "alg": .string(JWSAlgorithm.es256.rawValue), "kid": .string(keyID), "typ": .string(AccessTokenClaims.type),
        ]
        encodedHeader = Base64URL.encodedBytes(header.serialized())
    }

    /// Returns the public key as a JWK with the signer's key id, for publication in a key set.
    public func publicKey() throws(TokenError) -> JSONWebKey {
        try JSONWebKey(signingKey.key.publicKey, keyID: keyID)
    }

    /// Returns an access token with the given claims, signed with ES256.
    public func sign(_ claims: AccessTokenClaims) throws(TokenError) -> String {
        try CompactJWS.sign(encodedHeader: encodedHeader, payload: claims.payload()) { input throws(TokenError) in
            try CompactJWS.es256Signature(of: input, with: signingKey.key)
        }
    }
}
