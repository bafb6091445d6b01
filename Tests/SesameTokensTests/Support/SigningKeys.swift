import Crypto
import Foundation
import SesameCore
import SesameTokens
import SesameWire
import _CryptoExtras

/// An RSA key pair that signs tokens with RS256. Two pairs are created once for all tests, because key generation is
/// slow.
struct RSASigner: @unchecked Sendable {
    let keyID: String
    let key: _RSA.Signing.PrivateKey

    private static let made = Result {
        try (
            first: RSASigner(keyID: "rsa-1", key: _RSA.Signing.PrivateKey(keySize: .bits2048)),
            second: RSASigner(keyID: "rsa-2", key: _RSA.Signing.PrivateKey(keySize: .bits2048))
        )
    }

    static var first: RSASigner { get throws { try made.get().first } }
    static var second: RSASigner { get throws { try made.get().second } }

    var publicKey: JSONWebKey {
        get throws { try JSONWebKey(rsaPKCS1: Array(key.publicKey.pkcs1DERRepresentation), keyID: keyID) }
    }

    func sign(_ input: [UInt8]) throws -> [UInt8] {
        Array(try key.signature(for: SHA256.hash(data: input), padding: .insecurePKCS1v1_5).rawRepresentation)
    }

    func token(header: JSONObject = [:], payload: [UInt8]) throws -> String {
        var all: JSONObject = ["alg": "RS256", "kid": .string(keyID)]
        for member in header.members { all[member.name] = member.value }
        return try CompactJWS.sign(header: all, payload: payload, by: sign)
    }
}

/// A P-256 key pair that signs tokens with ES256.
struct P256Signer: @unchecked Sendable {
    let keyID: String
    let key = P256.Signing.PrivateKey()

    var publicKey: JSONWebKey {
        get throws { try JSONWebKey(key.publicKey, keyID: keyID) }
    }

    func token(header: JSONObject = [:], payload: [UInt8]) throws -> String {
        var all: JSONObject = ["kid": .string(keyID)]
        for member in header.members { all[member.name] = member.value }
        return try CompactJWS.sign(header: all, payload: payload, with: key)
    }
}

/// Returns a JWK set of these keys as JSON.
func keySet(_ keys: JSONObject...) -> [UInt8] {
    JSONObject([.init(name: "keys", value: .array(keys.map(JSONValue.object)))]).serialized()
}

/// Returns the reason of the error that the body throws; nil if the body succeeds.
func refusal<Value>(of body: () throws(TokenError) -> Value) -> TokenError.Reason? {
    do {
        _ = try body()
        return nil
    } catch {
        return error.reason
    }
}

extension JSONObject {
    /// Returns a copy with this member set, or removed if the value is nil.
    func with(_ name: String, _ value: JSONValue?) -> JSONObject {
        var copy = self
        copy[name] = value
        return copy
    }
}
