import Crypto
import SesameCore
import SesameTokens
import SesameWire
import Testing
import _CryptoExtras

@Suite struct JSONWebKeyTests {
    private func isRefused(_ members: JSONObject) -> Bool {
        refusal { () throws(TokenError) in try JSONWebKey(parsing: members) } == .keys
    }

    private func rsa() throws -> JSONObject { try RSASigner.first.publicKey.publicMembers }

    private func p256() throws -> JSONObject { try P256Signer(keyID: "ec-1").publicKey.publicMembers }

    @Test func `a published key is read unchanged`() throws {
        let rsa = try JSONWebKey(parsing: rsa())
        #expect(rsa.algorithm == .rs256)
        #expect(rsa.keyID == "rsa-1")
        #expect(try rsa.publicMembers == self.rsa())
        #expect(rsa.publicMembers["e"] == "AQAB")
        let p256 = try JSONWebKey(parsing: p256())
        #expect(p256.algorithm == .es256)
        #expect(p256.publicMembers["crv"] == "P-256")
    }

    @Test(arguments: ["use", "alg", "kid"])
    func `a key without an optional member is accepted`(name: String) throws {
        #expect(try !isRefused(rsa().with(name, nil)))
        #expect(try !isRefused(p256().with(name, nil)))
    }

    @Test(arguments: ["kty", "n", "e"])
    func `an RSA key with a missing or invalid number or type is rejected`(name: String) throws {
        #expect(try isRefused(rsa().with(name, nil)))
        #expect(try isRefused(rsa().with(name, 1)))
        #expect(try isRefused(rsa().with(name, "")))
        #expect(try isRefused(rsa().with(name, "A=")))
    }

    @Test(arguments: ["kty", "crv", "x", "y"])
    func `a P-256 key with a missing or invalid coordinate, curve or type is rejected`(name: String) throws {
        #expect(try isRefused(p256().with(name, nil)))
        #expect(try isRefused(p256().with(name, 1)))
        #expect(try isRefused(p256().with(name, "")))
        #expect(try isRefused(p256().with(name, "A=")))
    }

    @Test(
        arguments: [
            ("use", "enc"), ("use", 1), ("use", ""), ("use", "SIG"), ("alg", "RS512"), ("alg", "PS256"),
            ("alg", "none"),
            ("alg", "HS256"), ("alg", nil), ("alg", "RSA1_5"), ("kid", 1), ("key_ops", ["sign"]), ("key_ops", []),
            ("key_ops", "verify"), ("key_ops", nil), ("kty", "oct"), ("kty", "OKP"), ("kty", "rsa"),
        ] as [(String, JSONValue)])
    func `a key made for another purpose is rejected`(name: String, value: JSONValue) throws {
        #expect(try isRefused(rsa().with(name, value)))
        #expect(try isRefused(p256().with(name, value)))
    }

    @Test func `an algorithm of the other key type is rejected`() throws {
        #expect(try isRefused(rsa().with("alg", "ES256")))
        #expect(try isRefused(p256().with("alg", "RS256")))
    }

    @Test func `key_ops that contain verify are accepted`() throws {
        #expect(try !isRefused(rsa().with("key_ops", ["verify"])))
        #expect(try !isRefused(rsa().with("key_ops", ["sign", "verify"])))
    }

    @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"])
    func `a key with a private member is rejected`(name: String) throws {
        #expect(try isRefused(rsa().with(name, "AQAB")))
        #expect(try isRefused(p256().with(name, "AQAB")))
        #expect(try isRefused(rsa().with(name, .some(.null))))
    }

    @Test func `a 1024-bit key is rejected although the library accepts it`() throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .init(bitCount: 1_024)).publicKey
        let bytes = Array(key.pkcs1DERRepresentation)
        #expect(throws: Never.self) { try _RSA.Signing.PublicKey(derRepresentation: bytes) }
        #expect(refusal { () throws(TokenError) in try JSONWebKey(rsaPKCS1: bytes, keyID: nil) } == .keys)
    }

    @Test(arguments: [(2_047, true), (2_048, false), (3_072, false), (4_096, false), (4_097, true), (1_024, true)])
    func `only a modulus of 2048 to 4096 bits is accepted, not counting leading zeros`(bits: Int, isRefused: Bool) {
        var modulus = [UInt8](repeating: 0xAB, count: (bits + 7) / 8)
        modulus[0] = UInt8(1 << ((bits - 1) % 8)) | (bits % 8 == 0 ? 0x40 : 0)
        let padded = [UInt8](repeating: 0, count: 300) + modulus
        for spelling in [modulus, padded] {
            let reason = refusal { () throws(TokenError) in
                try JSONWebKey(rsaModulus: spelling, exponent: [1, 0, 1], keyID: nil)
            }
            #expect((reason == .keys) == isRefused)
        }
    }

    @Test func `an even modulus is rejected`() {
        let modulus = [UInt8](repeating: 0xAA, count: 256)
        #expect(
            refusal { () throws(TokenError) in
                try JSONWebKey(rsaModulus: modulus, exponent: [1, 0, 1], keyID: nil)
            } == .keys)
    }

    @Test(
        arguments: [
            ([], true), ([1], true), ([3], true), ([0, 0, 0, 17], true), ([0xFF, 0xFF], true), ([1, 0, 0], true),
            ([1, 0, 2], true), ([1, 0, 1], false), ([0, 1, 0, 1], false), ([1, 0, 3], false), ([1, 0, 0, 0, 1], true),
        ] as [([UInt8], Bool)])
    func `only an odd exponent of at least 65537 is accepted`(exponent: [UInt8], isRefused: Bool) {
        let modulus = [UInt8](repeating: 0xAB, count: 256)
        let reason = refusal { () throws(TokenError) in
            try JSONWebKey(rsaModulus: modulus, exponent: exponent, keyID: nil)
        }
        #expect((reason == .keys) == isRefused)
    }

    @Test func `a point off the curve, another curve and a coordinate of another length are rejected`() throws {
        let x = try #require(try p256()["x"]?.string.flatMap { Base64URL.decode($0) })
        #expect(try isRefused(p256().with("y", .string(Base64URL.encode(x)))))
        #expect(try isRefused(p256().with("x", .string(Base64URL.encode([0] + x)))))
        #expect(try isRefused(p256().with("x", .string(Base64URL.encode(x.dropFirst())))))
        #expect(try isRefused(p256().with("crv", "P-384")))
        #expect(try isRefused(p256().with("crv", "secp256k1")))
        let zeros = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
        #expect(try isRefused(p256().with("x", zeros).with("y", zeros)))
    }

    @Test(
        arguments: [
            [], [0x30], [0x30, 0x00], [0x30, 0x80, 0x00, 0x00], [0x30, 0x03, 0x02, 0x01], [0x02, 0x01, 0x01],
            [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x06, 0x02, 0x01, 0x03, 0x02, 0x01, 0x03], [0x30, 0x82, 0xFF],
        ] as [[UInt8]])
    func `bytes that are not an RSA key are rejected`(bytes: [UInt8]) {
        #expect(refusal { () throws(TokenError) in try JSONWebKey(rsaPKCS1: bytes, keyID: nil) } == .keys)
    }

    @Test func `extra bytes after an RSA key are rejected`() throws {
        let bytes = Array(try RSASigner.first.key.publicKey.pkcs1DERRepresentation) + [0]
        #expect(refusal { () throws(TokenError) in try JSONWebKey(rsaPKCS1: bytes, keyID: nil) } == .keys)
    }
}
