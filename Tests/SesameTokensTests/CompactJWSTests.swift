import Crypto
import SesameCore
import SesameTokens
import SesameWire
import Testing

@Suite struct CompactJWSTests {
    private let signer = P256Signer(keyID: "k")

    private func reason(_ token: String) -> TokenError.Reason? {
        refusal { () throws(TokenError) in try CompactJWS(parsing: token) }
    }

    private func token(header: String, payload: String = "{}") -> String {
        "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload.utf8)).AA"
    }

    @Test func `a signed token is parsed and verified`() throws {
        let jws = try CompactJWS(parsing: signer.token(header: ["typ": "JWT"], payload: Array("foo".utf8)))
        #expect(jws.header.algorithm == "ES256")
        #expect(jws.header.keyID == "k")
        #expect(jws.header.type == "JWT")
        #expect(jws.payload == Array("foo".utf8))
        #expect(jws.signature.count == 64)
        try jws.verify(with: signer.publicKey, algorithm: .es256)
    }

    @Test(arguments: [
        ".H.P.S", "H..P.S", "H.P..S", "H.P.S.", "H.P", "H", "", "..", ".P.S", " H.P.S", "H.P.S\n", "H.P.S ", "H. P.S",
        "H=.P.S", "H.P.S==", "H\u{2024}P.S", "H.P.S.S", "Bearer H.P.S", "H.P.S\u{0}",
        #"{"payload":"P","protected":"H","signature":"S"}"#,
    ])
    func `anything but three parts of canonical base64url is rejected`(spelling: String) throws {
        let parts = try signer.token(payload: Array("{}".utf8)).split(separator: ".").map(String.init)
        let token = spelling.map { (character: Character) -> String in
            switch character {
            case "H": parts[0]
            case "P": parts[1]
            case "S": parts[2]
            default: String(character)
            }
        }
        #expect(reason(token.joined()) == .malformed)
    }

    @Test func `a second encoding of the same bytes is rejected`() {
        // A decoder that ignores unused bits decodes "AB" to the same byte as "AA".
        #expect(reason("\(Base64URL.encode(#"{"alg":"ES256"}"#.utf8)).e30.AB") == .malformed)
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "\"ES256\"", #"{"alg":null}"#, #"{"alg":1}"#, #"{"alg":["ES256"]}"#,
        #"{"ALG":"ES256"}"#, #"{"alg":"ES256",}"#, #"{"alg":"ES256","alg":"none"}"#,
        #"{"alg":"ES256","\u0061lg":"none"}"#, "\u{FEFF}{\"alg\":\"ES256\"}", #"{"alg":"ES256"} x"#,
        #"{"alg":"ES256","kid":1}"#, #"{"alg":"ES256","kid":null}"#, #"{"alg":"ES256","typ":1}"#,
        #"{"alg":"ES256","cty":[]}"#, #"{"alg":"ES256","kid":"\ud800"}"#,
    ])
    func `a header that is not strict JSON with the right types is rejected`(header: String) {
        #expect(reason(token(header: header)) == .malformed)
    }

    @Test(arguments: [
        #""crit":["exp"]"#, #""crit":[]"#, #""crit":null"#, #""b64":true"#, #""b64":false"#, #""zip":"DEF""#,
        #""enc":"A128GCM""#, #""jku":"https://example.com/keys""#, #""x5u":"https://example.com/cert""#,
        #""x5c":[]"#, #""jwk":{"kty":"EC"}"#, #""cty":"JWT""#, #""cty":"jwt""#, #""cty":"application/JWT""#,
    ])
    func `a header with its own key or an unsupported member is rejected`(member: String) {
        #expect(reason(token(header: #"{"alg":"ES256",\#(member)}"#)) == .unsupportedHeader)
    }

    @Test func `unknown header members are ignored`() {
        #expect(reason(token(header: #"{"alg":"ES256","x5t":"a","cty":"json","foo":1}"#)) == nil)
    }

    @Test func `the limits of header, key ID and token are exact`() {
        func header(_ length: Int) -> String {
            let frame = #"{"alg":"ES256","a":""}"#
            return #"{"alg":"ES256","a":"\#(String(repeating: "x", count: length - frame.utf8.count))"}"#
        }
        #expect(reason(token(header: header(2_048))) == nil)
        #expect(reason(token(header: header(2_049))) == .malformed)
        func keyID(_ length: Int) -> String {
            #"{"alg":"ES256","kid":"\#(String(repeating: "é", count: length / 2))"}"#
        }
        #expect(reason(token(header: keyID(128))) == nil)
        #expect(reason(token(header: keyID(130))) == .malformed)
        let start = "\(Base64URL.encode(#"{"alg":"ES256"}"#.utf8))."
        let payload = String(repeating: "A", count: 16_384 - start.utf8.count - 3)
        #expect(Base64URL.decode(payload) != nil)
        #expect(reason("\(start)\(payload).AA") == nil)
        #expect(reason("\(start)\(payload).AAA") == .malformed)
    }

    @Test(arguments: ["none", "None", "HS256", "ES256K", "PS256", "RS256", "es256", "ES256\u{0}", "ES512", ""])
    func `an algorithm other than the expected one is rejected`(name: String) throws {
        let header: JSONObject = ["alg": .string(name), "kid": "k"]
        let token = CompactJWS.sign(header: header, payload: Array("{}".utf8)) { _ in
            [UInt8](repeating: 1, count: 64)
        }
        let jws = try CompactJWS(parsing: token)
        let key = try signer.publicKey
        #expect(refusal { () throws(TokenError) in try jws.verify(with: key, algorithm: .es256) } == .algorithm)
    }

    @Test func `a key for another algorithm is rejected`() throws {
        let jws = try CompactJWS(parsing: signer.token(payload: []))
        let key = try RSASigner.first.publicKey
        #expect(refusal { () throws(TokenError) in try jws.verify(with: key, algorithm: .es256) } == .algorithm)
        #expect(refusal { () throws(TokenError) in try jws.verify(with: key, algorithm: .rs256) } == .algorithm)
    }

    @Test func `a token with a changed byte does not verify`() throws {
        let token = Array(try signer.token(payload: Array(#"{"sub":"a"}"#.utf8)).utf8)
        let key = try signer.publicKey
        for index in token.indices where token[index] != UInt8(ascii: ".") {
            var changed = token
            changed[index] = token[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            guard let jws = try? CompactJWS(parsing: changed) else { continue }
            #expect(refusal { () throws(TokenError) in try jws.verify(with: key, algorithm: .es256) } != nil)
        }
    }

    @Test func `an ES256 signature in DER, short, long, zero or out of range is rejected`() throws {
        let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]
        let zero = [UInt8](repeating: 0, count: 32)
        let one = zero.dropLast() + [1]
        let input = Array("e30.e30".utf8)
        let genuine = try signer.key.signature(for: input)
        let raw = Array(genuine.rawRepresentation)
        let signatures: [[UInt8]] = [
            Array(genuine.derRepresentation), [], raw + [0], Array(raw.dropLast()), [0] + raw, zero + zero, zero + one,
            one + zero, order + order, order + raw[32...], raw[..<32] + order, raw[..<32] + zero, zero + raw[32...],
            [UInt8](repeating: 0xFF, count: 64),
        ]
        let key = try signer.publicKey
        for signature in signatures {
            let token = CompactJWS.sign(header: ["alg": "ES256"], payload: Array("{}".utf8)) { _ in signature }
            let jws = try CompactJWS(parsing: token)
            #expect(refusal { () throws(TokenError) in try jws.verify(with: key, algorithm: .es256) } == .signature)
        }
    }

    @Test func `the content digest depends on the content and not on the signature`() throws {
        let first = try CompactJWS(parsing: signer.token(payload: Array("a".utf8)))
        let again = try CompactJWS(parsing: signer.token(payload: Array("a".utf8)))
        let other = try CompactJWS(parsing: signer.token(payload: Array("b".utf8)))
        let otherHeader = try CompactJWS(parsing: signer.token(header: ["x": 1], payload: Array("a".utf8)))
        #expect(first.signature != again.signature)
        #expect(first.contentDigest() == again.contentDigest())
        #expect(first.contentDigest().count == 32)
        #expect(first.contentDigest() != other.contentDigest())
        #expect(first.contentDigest() != otherHeader.contentDigest())
    }

    @Test func `claims that are not a strict JSON object are rejected`() throws {
        for payload in ["", "foo", "[]", "1", #"{"sub":"a","sub":"b"}"#, #"{"a":1,}"#] {
            let jws = try CompactJWS(parsing: signer.token(payload: Array(payload.utf8)))
            #expect(refusal { () throws(TokenError) in try jws.claims() } == .malformed)
        }
    }
}
