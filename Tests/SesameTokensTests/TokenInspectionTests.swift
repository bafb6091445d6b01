import Foundation
import SesameCore
import SesameTokens
import Testing

@Suite struct TokenInspectionTests {
    private let first = P256Signer(keyID: "a")
    private let second = P256Signer(keyID: "b")
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func reason(
        _ token: String, _ keys: [UInt8], _ checks: TokenInspection.Checks = .signatureOnly
    ) -> TokenError.Reason? {
        refusal { () throws(TokenError) in
            try TokenInspection.verify(Array(token.utf8), keyFile: keys, checks: checks, now: now)
        }
    }

    @Test func `a token without a key ID is tried with every key`() throws {
        let token = try second.token(header: ["kid": "b"], payload: [])
        let anonymous = try CompactJWS.sign(header: [:], payload: [], with: second.key)
        let keys = try keySet(first.publicKey.publicMembers, second.publicKey.publicMembers)
        #expect(reason(token, keys) == nil)
        #expect(reason(anonymous, keys) == nil)
        #expect(try reason(anonymous, keySet(first.publicKey.publicMembers)) == .signature)
    }

    @Test func `a token with a key ID is tried only with that key or one without an ID`() throws {
        let token = try second.token(header: ["kid": "a"], payload: [])
        #expect(try reason(token, keySet(second.publicKey.publicMembers)) == .unknownKey)
        #expect(try reason(token, keySet(second.publicKey.publicMembers.with("kid", nil))) == nil)
    }

    @Test func `a payload need not be JSON when only the signature is checked`() throws {
        let token = try first.token(payload: Array("foo".utf8))
        let keys = try keySet(first.publicKey.publicMembers)
        #expect(reason(token, keys) == nil)
        #expect(reason(token, keys, .signatureAndTimes) == .malformed)
    }

    @Test(
        arguments: [
            (#"{}"#, nil), (#"{"exp":1800000001}"#, nil), (#"{"exp":1799999941}"#, nil),
            (#"{"exp":1799999940}"#, .expired),
            (#"{"nbf":1800000060}"#, nil), (#"{"nbf":1800000061}"#, .notYetValid), (#"{"exp":true}"#, .claim),
            (#"{"exp":"1800000001"}"#, .claim), (#"{"exp":1.9e9}"#, .claim), (#"{"nbf":null}"#, .claim),
        ] as [(String, TokenError.Reason?)])
    func `expiry and start in the claims are checked`(claims: String, expected: TokenError.Reason?) throws {
        let token = try first.token(payload: Array(claims.utf8))
        #expect(try reason(token, keySet(first.publicKey.publicMembers), .signatureAndTimes) == expected)
    }

    @Test(arguments: ["", "{}", "[]", #"{"keys":[]}"#, #"{"keys":1}"#, #"{"kty":"oct","k":"AA"}"#])
    func `a file without a usable key is rejected`(text: String) throws {
        #expect(try reason(first.token(payload: []), Array(text.utf8)) == .keys)
    }

    @Test func `inspecting a token shows header and claims without verifying it`() throws {
        let parts = try first.token(payload: Array(#"{"sub":"x"}"#.utf8)).split(separator: ".")
        let token = try TokenInspection.unverified(Array("\(parts[0]).\(parts[1]).AAAA".utf8))
        #expect(token.header["alg"] == "ES256")
        #expect(token.claims?["sub"] == "x")
        #expect(try TokenInspection.unverified(Array(first.token(payload: [1]).utf8)).claims == nil)
    }
}
