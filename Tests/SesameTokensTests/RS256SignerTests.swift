import Foundation
import SesameCore
import SesameTokens
import SesameWire
import Testing

struct RS256SignerTests {
    private static let signer = try? RS256Signer(makingKeyID: "k")

    @Test func `a signed token verifies with the published key and with no other`() throws {
        let signer = try #require(Self.signer)
        let token = try signer.sign(header: ["typ": "JWT", "kid": "of somebody else"], payload: Array("{}".utf8))
        let jws = try CompactJWS(parsing: token)
        #expect(jws.header.keyID == "k")
        try jws.verify(with: signer.publicKey(), algorithm: .rs256)
        let other = try RS256Signer(makingKeyID: "k").publicKey()
        #expect(throws: TokenError.self) { try jws.verify(with: other, algorithm: .rs256) }
    }

    @Test func `a stored private key has the same public key, and an invalid one throws`() throws {
        let signer = try #require(Self.signer)
        let kept = try RS256Signer(privateKey: signer.privateKey, keyID: "k")
        #expect(try kept.publicKey().publicMembers == signer.publicKey().publicMembers)
        #expect(throws: TokenError.self) { try RS256Signer(privateKey: [1, 2, 3], keyID: "k") }
    }

    @Test func `a certificate for the same period is always the same`() throws {
        let signer = try #require(Self.signer)
        func certificate(_ start: Double) throws -> String {
            let from = Date(timeIntervalSince1970: start)
            return try signer.certificate(of: "sesame", from: from, to: from.addingTimeInterval(86_400))
        }
        let pem = try certificate(1_800_000_000)
        #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----\nMII"))
        #expect(pem.hasSuffix("\n-----END CERTIFICATE-----\n"))
        #expect(try certificate(1_800_000_000) == pem)
        #expect(try certificate(1_800_000_060) != pem)
    }

    @Test(arguments: [(1_800_000_000.0, "270115080000Z", UInt8(0x17)), (2_600_000_000, "20520522141320Z", 0x18)])
    func `a certificate's times are encoded as their century requires`(time: Double, text: String, tag: UInt8) throws {
        let from = Date(timeIntervalSince1970: time)
        let pem = try #require(Self.signer).certificate(of: "n", from: from, to: from)
        let base64 = pem.split(separator: "\n").dropFirst().dropLast().joined()
        let der = Array(try #require(Data(base64Encoded: base64)))
        let element = [tag, UInt8(text.utf8.count)] + Array(text.utf8)
        #expect(der.indices.contains { der[$0...].starts(with: element) })
    }

    @Test func `a public key in PEM is read, and other text throws`() throws {
        let pem = """
            -----BEGIN PUBLIC KEY-----
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwCdxRg6X5+J3C1lQthOm
            GXQ/yJLKsAU10110O1lEfYOWw1xV90kq5RePpyUqIszfN+t7ubQ35zeIukA/Ee4U
            13L4WgcjQLUhwD/VYRikwzIctsb9K9dyL1Pb4xr0tXl5MVKSy5MoLd3d00H6mGSh
            eZYZxsfHMKJnoGV4FmiTOH1iKWQMrZhe4WATIWiRf7Kj3C5YpWSBTMYJRxOAHGEj
            dZimYPS13u6uMGWlnfaecFWofvnOEz53sxhu0OcXqC+9WmyflumJml1jhtTqAmlA
            K/16vArPgL8c8iJclq02k2iDi++p0Znleu9MhaxttkSIUZ3Pb9OHX7K5E4kI4JTg
            2QIDAQAB
            -----END PUBLIC KEY-----
            """
        let key = try JSONWebKey(rsaPEM: pem, keyID: "k")
        #expect(key.algorithm == .rs256)
        #expect(key.publicMembers["e"] == "AQAB")
        #expect(throws: TokenError.self) { try JSONWebKey(rsaPEM: "no key", keyID: nil) }
    }
}
