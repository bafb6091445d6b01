import Foundation
import SesameCore
import SesameTokens
import SesameWire
import Testing

@Suite struct AccessTokenTests {
    private let signing = P256Signer(keyID: "key-1")
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let verifier = AccessTokenVerifier(issuer: "https://auth.example.com")

    private var claims: AccessTokenClaims {
        AccessTokenClaims(
            issuer: "https://auth.example.com", audience: "castmate", subject: "uid-1", sessionID: "session-1",
            tokenID: "token-1", generation: 3, issuedAt: now, expiresAt: now + 900, authenticatedAt: now - 60)
    }

    private func members() throws -> JSONObject {
        try #require(try JSONValue(parsing: claims.payload()).object)
    }

    private func reason(
        _ token: String, audience: String? = "castmate", now: Date? = nil
    ) throws -> TokenError.Reason? {
        let keys = JSONWebKeySet([try signing.publicKey])
        return refusal { () throws(TokenError) in
            try verifier.verify(Array(token.utf8), keys: keys, audience: audience, now: now ?? self.now)
        }
    }

    private func token(_ members: JSONObject, header: JSONObject = [:]) throws -> String {
        try signing.token(header: header.with("typ", header["typ"] ?? "at+jwt"), payload: members.serialized())
    }

    @Test func `a signed access token verifies and returns its claims`() throws {
        let signer = AccessTokenSigner(key: signing.key, keyID: "key-1")
        let token = try signer.sign(claims)
        let keys = JSONWebKeySet([try signer.publicKey()])
        #expect(try verifier.verify(Array(token.utf8), keys: keys, audience: "castmate", now: now) == claims)
        let header = try TokenInspection.unverified(Array(token.utf8)).header
        #expect(header == ["alg": "ES256", "kid": "key-1", "typ": "at+jwt"])
    }

    @Test func `times are rounded down to whole seconds`() {
        let claims = AccessTokenClaims(
            issuer: "i", audience: "a", subject: "s", sessionID: "x", tokenID: "t", generation: 0, issuedAt: now + 0.9,
            expiresAt: now + 1.9, authenticatedAt: now - 0.1)
        #expect(claims.issuedAt == now)
        #expect(claims.expiresAt == now + 1)
        #expect(claims.authenticatedAt == now - 1)
    }

    @Test func `the payload contains IDs, times and the generation only`() throws {
        #expect(
            try members() == [
                "iss": "https://auth.example.com", "aud": "castmate", "client_id": "castmate", "sub": "uid-1",
                "sid": "session-1", "jti": "token-1", "gen": 3, "iat": 1_800_000_000, "exp": 1_800_000_900,
                "auth_time": 1_799_999_940,
            ])
    }

    @Test(arguments: ["iss", "aud", "sub", "sid", "jti", "gen", "iat", "exp", "auth_time"])
    func `a token with a missing or mistyped claim is rejected`(name: String) throws {
        #expect(try reason(token(members())) == nil)
        #expect(try reason(token(members().with(name, nil))) == .claim)
        #expect(try reason(token(members().with(name, .some(.null)))) == .claim)
        #expect(try reason(token(members().with(name, true))) == .claim)
        #expect(try reason(token(members().with(name, []))) == .claim)
    }

    @Test(arguments: ["iss", "aud", "sub", "sid", "jti"])
    func `an empty or mistyped text claim is rejected`(name: String) throws {
        #expect(try reason(token(members().with(name, ""))) == .claim)
        #expect(try reason(token(members().with(name, 1))) == .claim)
    }

    @Test(arguments: [-1, "3", [3]] as [JSONValue])
    func `a generation that is not a count is rejected`(value: JSONValue) throws {
        #expect(try reason(token(members().with("gen", value))) == .claim)
    }

    @Test(arguments: ["JWT", "AT+JWT", "application/at+jwt", "secevent+jwt", ""])
    func `a type that is not exactly at+jwt is rejected`(type: String) throws {
        #expect(try reason(token(members(), header: ["typ": .string(type)])) == .wrongType)
    }

    @Test func `a token without a type is rejected`() throws {
        #expect(try reason(signing.token(payload: members().serialized())) == .wrongType)
    }

    @Test func `an RSA token is rejected despite the right type`() throws {
        let token = try RSASigner.first.token(header: ["typ": "at+jwt"], payload: members().serialized())
        #expect(try reason(token) == .algorithm)
    }

    @Test func `a token for another app is rejected unless any app is accepted`() throws {
        let token = try token(members())
        #expect(try reason(token, audience: "prysm") == .audience)
        #expect(try reason(token, audience: nil) == nil)
        #expect(try reason(self.token(members().with("aud", ["castmate"]))) == .claim)
    }

    @Test(arguments: ["https://auth.example.com/", "http://auth.example.com", "https://auth.example.com\u{301}"])
    func `the issuer is compared byte by byte`(issuer: String) throws {
        #expect(try reason(token(members().with("iss", .string(issuer)))) == .issuer)
    }

    @Test func `issuer and audience in another Unicode normal form are rejected`() throws {
        let verifier = AccessTokenVerifier(issuer: "https://caf\u{E9}.test")
        let keys = JSONWebKeySet([try signing.publicKey])
        func reason(_ issuer: String, _ audience: String) throws -> TokenError.Reason? {
            let members = try members().with("iss", .string(issuer)).with("aud", .string(audience))
            let token = Array(try token(members).utf8)
            return refusal { () throws(TokenError) in
                try verifier.verify(token, keys: keys, audience: "caf\u{E9}", now: now)
            }
        }
        #expect(try reason("https://caf\u{E9}.test", "caf\u{E9}") == nil)
        #expect(try reason("https://cafe\u{301}.test", "caf\u{E9}") == .issuer)
        #expect(try reason("https://caf\u{E9}.test", "cafe\u{301}") == .audience)
    }

    @Test func `a token expires in the second of its expiry, with at most a minute of tolerance`() throws {
        let token = try token(members())
        #expect(try reason(token, now: now + 899.9) == nil)
        #expect(try reason(token, now: now + 900) == .expired)
        let lenient = AccessTokenVerifier(issuer: "https://auth.example.com", tolerance: .seconds(3_600))
        let keys = JSONWebKeySet([try signing.publicKey])
        func lenientReason(_ now: Date) -> TokenError.Reason? {
            refusal { () throws(TokenError) in
                try lenient.verify(Array(token.utf8), keys: keys, audience: nil, now: now)
            }
        }
        #expect(lenientReason(now + 959) == nil)
        #expect(lenientReason(now + 960) == .expired)
    }

    @Test func `a token from the future or before its start is rejected`() throws {
        let token = try token(members())
        #expect(try reason(token, now: now - 60) == nil)
        #expect(try reason(token, now: now - 61) == .issuedInFuture)
        #expect(try reason(self.token(members().with("nbf", 1_800_000_001))) == .notYetValid)
    }

    @Test(arguments: ["true", "1.5", "\"1800000900\"", "9223372036854775808", "1e3", "18e8"])
    func `a time that is not a whole number of seconds is rejected`(text: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(try reason(token(members().with("exp", value))) == .claim)
        #expect(try reason(token(members().with("iat", value))) == .claim)
    }

    @Test func `an unknown key, another key under a known ID and a missing key ID are rejected`() throws {
        let stranger = P256Signer(keyID: "key-2")
        let header: JSONObject = ["typ": "at+jwt"]
        #expect(try reason(stranger.token(header: header, payload: members().serialized())) == .unknownKey)
        let disguised = header.with("kid", "key-1")
        #expect(try reason(stranger.token(header: disguised, payload: members().serialized())) == .signature)
        let anonymous = try CompactJWS.sign(header: header, payload: members().serialized(), with: signing.key)
        #expect(try reason(anonymous) == .unknownKey)
    }

    @Test func `a provider's ID token is rejected as an access token`() async throws {
        #expect(try reason(ProviderFixture.google().token()) == .wrongType)
        #expect(try reason(ProviderFixture.apple().token()) == .wrongType)
    }

    @Test func `an access token is rejected as an ID token`() async throws {
        let token = try AccessTokenSigner(key: signing.key, keyID: "key-1").sign(claims)
        #expect(try await ProviderFixture.google().reason(token) == .wrongType)
    }

    @Test func `another back end verifies tokens with the published keys, fetched once`() async throws {
        let signer = AccessTokenSigner(key: signing.key, keyID: "key-1")
        let source = FakeKeySource(JSONWebKeySet([try signer.publicKey()]).serialized())
        let cache = JWKSCache(url: "https://auth.example.com/.well-known/jwks.json", algorithm: .es256, source: source)
        let token = Array(try signer.sign(claims).utf8)
        for _ in 0..<3 {
            #expect(try await verifier.verify(token, keys: cache, audience: "castmate", now: now) == claims)
        }
        #expect(await source.fetches == 1)
    }

    @Test func `the published keys contain no private member`() throws {
        let set = try JSONValue(parsing: JSONWebKeySet([try signing.publicKey]).serialized())
        let key = try #require(set["keys"]?.array?.first?.object)
        #expect(key.members.map(\.name).sorted() == ["alg", "crv", "kid", "kty", "use", "x", "y"])
    }
}
