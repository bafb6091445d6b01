import Crypto
import SesameCore
import SesameTokens
import SesameWire

/// A target for key sets. Every key parsed from a set is permitted to verify.
struct KeySetTarget: FuzzTarget {
    func run(_ input: [UInt8]) {
        let uniform = try? JSONWebKeySet(parsing: input)
        let mixed = try? JSONWebKeySet(parsing: input, composition: .mixed)
        if let mixed { requireSound(mixed, input) }
        guard let uniform else { return }
        requireSound(uniform, input)
        check(uniform.keys.allSatisfy { $0.keyID != nil }, "an issuer's key has an id")
        check(Set(uniform.keys.map(\.algorithm)).count == 1, "an issuer's keys are of one type")
        check(mixed.map { $0.keys.count >= uniform.keys.count } == true, "a mixed set takes what a uniform one takes")
        let published = uniform.serialized()
        check((try? JSONWebKeySet(parsing: published))?.serialized() == published, "a set is the same when published")
    }

    private func requireSound(_ set: JSONWebKeySet, _ input: [UInt8]) {
        let limits = JSONLimits(bytes: JSONWebKeySet.maxBytes)
        let entries = (try? JSONValue(parsing: input, limits: limits))?["keys"]?.array ?? []
        check(!set.keys.isEmpty && set.keys.count <= entries.count, "keys come from the set")
        let keyIDs = set.keys.compactMap { $0.keyID.map { Array($0.utf8) } }
        check(Set(keyIDs).count == keyIDs.count, "an id names one key")
        for key in set.keys {
            requireSound(key)
            check(entries.contains { isSource($0, of: key) }, "a key stands in the set, and may be used")
        }
    }

    private func requireSound(_ key: JSONWebKey) {
        let members = key.publicMembers
        let names = members.members.map(\.name).filter { $0 != "kid" }
        func number(_ name: String) -> [UInt8] { members[name]?.string.flatMap(Base64URL.decode) ?? [] }
        switch key.algorithm {
        case .rs256:
            check(names == ["kty", "use", "alg", "n", "e"], "no other member is published")
            let modulus = number("n")
            let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
            check((2_048...4_096).contains(bits) && modulus.last.map { $0 % 2 } == 1, "the modulus is long, and odd")
            let exponent = number("e").reduce(0) { $0 * 256 + Int($1) }
            check(exponent >= 65_537 && exponent % 2 == 1, "the exponent is not small, and odd")
        case .es256:
            check(names == ["kty", "use", "alg", "crv", "x", "y"], "no other member is published")
            let point = number("x") + number("y")
            check((try? P256.Signing.PublicKey(rawRepresentation: point)) != nil, "the point lies on P-256")
        }
    }

    /// Returns true if a JWKS entry matches the parsed key and permits verification.
    private func isSource(_ entry: JSONValue, of key: JSONWebKey) -> Bool {
        guard let members = entry.object,
            !["d", "p", "q", "dp", "dq", "qi", "oth", "k"].contains(where: members.contains),
            members["kid"] == key.keyID.map(JSONValue.string), members["kty"] == key.publicMembers["kty"],
            members["use"] == nil || members["use"] == "sig",
            members["alg"] == nil || members["alg"] == key.publicMembers["alg"]
        else { return false }
        return members["key_ops"] == nil || members["key_ops"]?.array?.contains("verify") == true
    }

    func mutate(_ input: [UInt8], seed: UInt64) -> [UInt8]? { Self.keys.mutate(input, seed: seed) }

    private static let keys = JSONMutator(
        values: [
            #""RSA""#, #""EC""#, #""oct""#, #""sig""#, #""enc""#, #""RS256""#, #""ES256""#, #""HS256""#, #""P-256""#,
            #""P-384""#, #"["verify"]"#, #"["sign"]"#, #""AQAB""#, #""Aw""#, #""AAEAAQ""#, #""first""#, "null", "1",
            "[]",
        ],
        names: ["kty", "use", "alg", "kid", "n", "e", "crv", "x", "y", "d", "p", "k", "oth", "key_ops", "x5c"])
}
