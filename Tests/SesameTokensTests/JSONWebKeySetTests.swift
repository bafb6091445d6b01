import SesameCore
import SesameTokens
import SesameWire
import Testing

@Suite struct JSONWebKeySetTests {
    private func isRefused(_ bytes: [UInt8], _ composition: JSONWebKeySet.Composition = .uniform) -> Bool {
        refusal { () throws(TokenError) in try JSONWebKeySet(parsing: bytes, composition: composition) } == .keys
    }

    private func rsa() throws -> JSONObject { try RSASigner.first.publicKey.publicMembers }

    private func p256(_ keyID: String = "ec-1") throws -> JSONObject {
        try P256Signer(keyID: keyID).publicKey.publicMembers
    }

    @Test func `a key is found by ID and algorithm`() throws {
        let set = try JSONWebKeySet(parsing: keySet(rsa(), RSASigner.second.publicKey.publicMembers))
        #expect(set.key("rsa-2", algorithm: .rs256)?.keyID == "rsa-2")
        #expect(set.key("rsa-2", algorithm: .es256) == nil)
        #expect(set.key("rsa-3", algorithm: .rs256) == nil)
        #expect(try JSONWebKeySet(parsing: set.serialized()).keys.count == 2)
    }

    @Test func `IDs in two Unicode normal forms are two IDs`() throws {
        let set = try JSONWebKeySet(parsing: keySet(p256("\u{E9}"), p256("e\u{301}")))
        #expect(set.keys.count == 2)
        #expect(set.key("\u{E9}", algorithm: .es256)?.keyID?.utf8.count == 2)
        #expect(set.key("e\u{301}", algorithm: .es256)?.keyID?.utf8.count == 3)
    }

    @Test func `unusable keys are left out`() throws {
        let set = try JSONWebKeySet(parsing: keySet(p256("a"), p256("b").with("use", "enc"), p256("c").with("d", "AA")))
        #expect(set.keys.map(\.keyID) == ["a"])
    }

    @Test func `a key without an ID is accepted only in a mixed set`() throws {
        #expect(try isRefused(keySet(p256().with("kid", nil))))
        #expect(try !isRefused(keySet(p256().with("kid", nil)), .mixed))
    }

    @Test func `a set with two keys of the same ID is rejected, usable or not`() throws {
        #expect(try isRefused(keySet(p256("a"), p256("a"))))
        #expect(try isRefused(keySet(p256("a"), p256("a").with("use", "enc"))))
        #expect(try isRefused(keySet(p256("a"), p256("a")), .mixed))
    }

    @Test func `a set of several key types is rejected unless mixed sets are allowed`() throws {
        #expect(try isRefused(keySet(rsa(), p256())))
        #expect(try isRefused(keySet(p256(), ["kty": "oct", "kid": "s", "k": "AAAA"])))
        #expect(try isRefused(keySet(p256(), p256("b").with("kty", nil))))
        #expect(try isRefused(keySet(p256().with("kty", nil), p256("b"))))
        #expect(try JSONWebKeySet(parsing: keySet(rsa(), p256()), composition: .mixed).keys.count == 2)
    }

    @Test func `a set without a usable key is rejected`() throws {
        #expect(isRefused(keySet()))
        #expect(try isRefused(keySet(rsa().with("use", "enc"))))
    }

    @Test(arguments: [
        "", "null", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[1]}"#, #"{"keys":[],"keys":[]}"#, #"{"keys":[],}"#,
        "<html>",
    ])
    func `an invalid key set is rejected`(text: String) {
        #expect(isRefused(Array(text.utf8)))
    }

    @Test func `a set larger than 256 KiB is rejected`() throws {
        let set = try keySet(p256())
        #expect(!isRefused(set + [UInt8](repeating: 0x20, count: 262_144 - set.count)))
        #expect(isRefused(set + [UInt8](repeating: 0x20, count: 262_145 - set.count)))
    }
}
