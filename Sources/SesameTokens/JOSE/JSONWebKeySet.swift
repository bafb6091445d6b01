import SesameCore
import SesameWire

/// The usable public keys of a JWK set (RFC 7517, section 5).
public struct JSONWebKeySet: Sendable {
    /// The kinds of keys that a set may contain.
    public enum Composition: Sendable {
        /// Keys of one type, each with a key id, as an issuer publishes them for its tokens.
        case uniform
        /// Keys of any type, with or without key ids, as tools accept them.
        case mixed
    }

    /// The usable keys, in the order of the document.
    public let keys: [JSONWebKey]

    /// The maximum length of a set in bytes.
    public static let maxBytes = 262_144

    /// Creates a set from existing keys, without the checks of ``init(parsing:composition:)``.
    public init(_ keys: [JSONWebKey]) {
        self.keys = keys
    }

    /// Parses a set and leaves out keys that may not be used. A set with two keys of the same id, with several key
    /// types (unless `composition` allows them) or without a usable key is refused as a whole.
    public init(parsing bytes: [UInt8], composition: Composition = .uniform) throws(TokenError) {
        let limits = JSONLimits(bytes: Self.maxBytes)
        guard let document = try? JSONValue(parsing: bytes, limits: limits),
            let entries = document["keys"]?.array
        else { throw TokenError(.keys, "not a JWK set") }
        try self.init(entries: entries, composition: composition)
    }

    init(entries: [JSONValue], composition: Composition) throws(TokenError) {
        let objects = entries.compactMap(\.object)
        guard objects.count == entries.count else { throw TokenError(.keys, "a key is not an object") }
        let keyIDs = objects.compactMap { $0["kid"]?.string }.map { Array($0.utf8) }
        guard Set(keyIDs).count == keyIDs.count else { throw TokenError(.keys, "two keys have the same id") }
        if composition == .uniform {
            let type = objects.first?["kty"]
            guard objects.allSatisfy({ $0["kty"] == type }) else {
                throw TokenError(.keys, "keys have different types")
            }
        }
        keys = objects.compactMap { try? JSONWebKey(parsing: $0) }
            .filter { composition == .mixed || $0.keyID != nil }
        guard !keys.isEmpty else { throw TokenError(.keys, "no usable key") }
    }

    /// Returns the key with the given id, compared as bytes, and algorithm; nil if the set has none.
    public func key(_ keyID: String, algorithm: JWSAlgorithm) -> JSONWebKey? {
        // With so few keys, comparing all of them is faster than hashing the id.
        keys.first { $0.algorithm == algorithm && $0.keyID?.hasSameBytes(as: keyID) == true }
    }

    /// Returns the set as the JSON that an issuer publishes, with public members only.
    public func serialized() -> [UInt8] {
        let keys = keys.map { JSONValue.object($0.publicMembers) }
        return JSONObject([.init(name: "keys", value: .array(keys))]).serialized()
    }
}
