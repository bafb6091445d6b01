public import Crypto
internal import Foundation
public import SesameCore
import SesameWire

extension JSONWebKey {
    /// The members of private keys. A key with such a member is refused for verification, because anyone who reads it
    /// can sign.
    private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    /// Reads a key of a key set. `use` must be absent or `sig`, `alg` absent or the algorithm of its type, and
    /// `key_ops` absent or contain `verify`. Private members are refused.
    public init(parsing members: JSONObject) throws(TokenError) {
        if Self.privateMembers.contains(where: members.contains) {
            throw TokenError(.keys, "key has private members")
        }
        let keyID = try Self.text("kid", of: members)
        switch try Self.text("kty", of: members) {
        case "RSA":
            try Self.requireUse(for: .rs256, of: members)
            try self.init(
                rsaModulus: Self.number("n", of: members), exponent: Self.number("e", of: members), keyID: keyID)
        case "EC":
            try Self.requireUse(for: .es256, of: members)
            guard try Self.text("crv", of: members) == "P-256" else {
                throw TokenError(.keys, "curve is not supported")
            }
            try self.init(p256X: Self.number("x", of: members), y: Self.number("y", of: members), keyID: keyID)
        default:
            throw TokenError(.keys, "key type is not supported")
        }
    }

    /// Creates an ES256 key from a swift-crypto public key.
    public init(_ key: P256.Signing.PublicKey, keyID: String?) throws(TokenError) {
        let point = Array(key.rawRepresentation)
        try self.init(p256X: Array(point.prefix(32)), y: Array(point.dropFirst(32)), keyID: keyID)
    }

    private static func requireUse(for algorithm: JWSAlgorithm, of members: JSONObject) throws(TokenError) {
        guard try text("use", of: members) ?? "sig" == "sig" else {
            throw TokenError(.keys, "key is not for signatures")
        }
        guard try text("alg", of: members) ?? algorithm.rawValue == algorithm.rawValue else {
            throw TokenError(.keys, "key is for another algorithm")
        }
        if let operations = members["key_ops"] {
            guard operations.array?.contains("verify") == true else {
                throw TokenError(.keys, "key is not for verification")
            }
        }
    }

    private static func text(_ name: String, of members: JSONObject) throws(TokenError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw TokenError(.keys, "\(name) is not a string") }
        return text
    }

    private static func number(_ name: String, of members: JSONObject) throws(TokenError) -> [UInt8] {
        guard let text = members[name]?.string, let bytes = Base64URL.decode(text) else {
            throw TokenError(.keys, "\(name) is missing or not base64url")
        }
        return bytes
    }
}
