import Foundation
import SesameCore
import SesameTokens
import SesameWire
import Testing

/// Tests of the ID token rules that apply to both Google and Apple.
@Suite struct ProviderTokenVerifierTests {
    static let profiles = ["google", "apple"]

    private func fixture(_ name: String) throws -> ProviderFixture {
        name == "google" ? try .google() : try .apple()
    }

    // MARK: - Signature, algorithm, keys

    @Test(arguments: profiles) func `a valid token is accepted with fetched keys, and then with cached ones`(
        name: String
    )
        async throws
    {
        let fixture = try fixture(name)
        let token = try fixture.token()
        let expectation = fixture.expectation
        #expect(
            try fixture.verifier.verifyWithCachedKeys(
                Array(token.utf8), expecting: expectation, now: ProviderFixture.now) == nil)
        let identity = try await fixture.verify(token)
        #expect(identity.provider == name)
        #expect(
            try fixture.verifier.verifyWithCachedKeys(
                Array(token.utf8), expecting: expectation, now: ProviderFixture.now) == identity)
        #expect(await fixture.source.urls == [fixture.profile.keysURL])
    }

    @Test(arguments: profiles) func `changed claims under an old signature are rejected`(name: String) async throws {
        let fixture = try fixture(name)
        let parts = try fixture.token().split(separator: ".")
        let forged = Base64URL.encode(fixture.claims.with("sub", "1").serialized())
        #expect(await fixture.reason("\(parts[0]).\(forged).\(parts[2])") == .signature)
    }

    @Test(arguments: profiles) func `a token signed with the other provider's key is rejected`(name: String)
        async throws
    {
        let fixture = try fixture(name)
        let other = try name == "google" ? RSASigner.second : RSASigner.first
        let payload = fixture.claims.serialized()
        #expect(await fixture.reason(try other.token(payload: payload)) == .unknownKey)
        let disguised = try other.token(header: ["kid": .string(fixture.signer.keyID)], payload: payload)
        #expect(await fixture.reason(disguised) == .signature)
    }

    @Test(arguments: ["none", "HS256", "PS256", "ES256", "RS384", "rs256"])
    func `an unexpected algorithm is rejected before any fetch`(algorithm: String) async throws {
        let fixture = try fixture("google")
        #expect(await fixture.reason(try fixture.token(header: ["alg": .string(algorithm)])) == .algorithm)
        #expect(await fixture.source.fetches == 0)
    }

    @Test(
        arguments: [
            ("jku", "https://keys.test"), ("x5u", "https://keys.test"), ("x5c", []), ("jwk", [:]), ("crit", ["exp"]),
            ("b64", false), ("zip", "DEF"), ("enc", "A128GCM"), ("cty", "JWT"),
        ] as [(String, JSONValue)])
    func `a header with its own key or an unsupported member is rejected before any fetch`(
        name: String, value: JSONValue
    ) async throws {
        let fixture = try fixture("google")
        #expect(await fixture.reason(try fixture.token(header: [name: value])) == .unsupportedHeader)
        #expect(await fixture.source.fetches == 0)
    }

    @Test(arguments: ["../../etc/passwd", "' OR 1=1 --", "a\u{0}b", "|id", "http://keys.test", "", "é"])
    func `a hostile key ID is rejected as unknown`(keyID: String) async throws {
        let fixture = try fixture("google")
        #expect(await fixture.reason(try fixture.token(header: ["kid": .string(keyID)])) == .unknownKey)
        #expect(await fixture.source.urls == [fixture.profile.keysURL])
    }

    @Test func `a token without a key ID is rejected without a fetch`() async throws {
        let fixture = try fixture("google")
        let payload = fixture.claims.serialized()
        let token = try CompactJWS.sign(header: ["alg": "RS256"], payload: payload, by: fixture.signer.sign)
        #expect(await fixture.reason(token) == .unknownKey)
        #expect(await fixture.source.fetches == 0)
    }

    @Test func `a token fails with keysUnavailable when its keys are unavailable`() async throws {
        let fixture = try fixture("google")
        await fixture.source.goDown()
        #expect(await fixture.reason(try fixture.token()) == .keysUnavailable)
    }

    @Test func `a duplicate claim is rejected although it is signed`() async throws {
        let fixture = try fixture("google")
        let claims = String(decoding: fixture.claims.serialized(), as: UTF8.self)
        for twice in [#","sub":"1"}"#, #","\u0073ub":"1"}"#] {
            let token = try fixture.signer.token(payload: Array((claims.dropLast() + twice).utf8))
            #expect(await fixture.reason(token) == .malformed)
        }
    }

    // MARK: - Type

    @Test(arguments: ["at+jwt", "secevent+jwt", "application/at+jwt", "logout+jwt", "JOSE", ""])
    func `a token of another type is rejected`(type: String) async throws {
        let fixture = try fixture("apple")
        #expect(await fixture.reason(try fixture.token(header: ["typ": .string(type)])) == .wrongType)
    }

    @Test(arguments: ["JWT", "jwt", "application/jwt"])
    func `the type of an ID token is accepted in any spelling`(type: String) async throws {
        let fixture = try fixture("apple")
        #expect(await fixture.reason(try fixture.token(header: ["typ": .string(type)])) == nil)
    }

    @Test(arguments: profiles) func `a security event is rejected as an ID token`(name: String) async throws {
        let fixture = try fixture(name)
        #expect(try await fixture.reason(claim: "events", [:]) == .wrongType)
        #expect(try await fixture.reason(claim: "events", #"{"type":"account-delete"}"#) == .wrongType)
    }

    // MARK: - Issuer, audience, subject

    @Test(
        arguments: [
            ("google", "https://accounts.google.com", nil), ("google", "accounts.google.com", nil),
            ("google", "https://accounts.google.com/", .issuer), ("google", "http://accounts.google.com", .issuer),
            ("google", "https://accounts.google.com\u{0}", .issuer), ("google", "https://appleid.apple.com", .issuer),
            ("google", "https://accounts.g\u{F6}ogle.com", .issuer),
            ("google", ["https://accounts.google.com"], .issuer),
            ("google", nil, .issuer), ("google", "HTTPS://ACCOUNTS.GOOGLE.COM", .issuer),
            ("apple", "https://appleid.apple.com", nil), ("apple", "https://account.apple.com", nil),
            ("apple", "https://accounts.google.com", .issuer), ("apple", "appleid.apple.com", .issuer),
            ("apple", "https://accounts.apple.com", .issuer), ("apple", 1, .issuer),
        ] as [(String, JSONValue?, TokenError.Reason?)])
    func `only the provider's own spellings of the issuer are accepted`(
        name: String, issuer: JSONValue?, expected: TokenError.Reason?
    ) async throws {
        #expect(try await fixture(name).reason(claim: "iss", issuer) == expected)
    }

    @Test func `identifiers in another Unicode normal form are rejected`() async throws {
        var profile = ProviderProfile.google
        profile.issuers = ["https://caf\u{E9}.test"]
        let fixture = try ProviderFixture(profile, signer: .first)
        let expectation = IDTokenExpectation(
            audiences: ["caf\u{E9}", "K"], authorizedParties: ["ios.apps.test"], nonce: .none)
        func reason(_ issuer: String, _ audience: String) async throws -> TokenError.Reason? {
            await fixture.reason(
                try fixture.token {
                    $0["iss"] = .string(issuer)
                    $0["aud"] = .string(audience)
                }, expectation)
        }
        #expect(try await reason("https://caf\u{E9}.test", "caf\u{E9}") == nil)
        #expect(try await reason("https://cafe\u{301}.test", "caf\u{E9}") == .issuer)
        #expect(try await reason("https://caf\u{E9}.test", "cafe\u{301}") == .audience)
        #expect(try await reason("https://caf\u{E9}.test", "\u{212A}") == .audience)
    }

    @Test(
        arguments: [
            ("a", nil), (["a"], nil), (["a", "b"], nil), ("c", .audience), (["a", "c"], .audience), (["c"], .audience),
            ([], .audience), (["a", 1], .audience), ([["a"]], .audience), (1, .audience), (nil, .audience),
            ("", .audience),
            ("A", .audience), ("a ", .audience), ([:], .audience), (["a", nil], .audience),
        ] as [(JSONValue?, TokenError.Reason?)])
    func `a token is accepted only if every audience is a client of the app`(
        audience: JSONValue?, expected: TokenError.Reason?
    ) async throws {
        let fixture = try fixture("apple")
        let expectation = IDTokenExpectation(audiences: ["a", "b"], nonce: .none)
        #expect(await fixture.reason(try fixture.token { $0["aud"] = audience }, expectation) == expected)
    }

    @Test func `an app without clients rejects every token`() async throws {
        let fixture = try fixture("apple")
        #expect(
            await fixture.reason(try fixture.token(), IDTokenExpectation(audiences: [], nonce: .none)) == .audience)
    }

    @Test(
        arguments: [
            ("ios.apps.test", nil), ("web.apps.test", nil), (nil, nil), ("evil.apps.test", .authorizedParty),
            ("", .authorizedParty), (1, .authorizedParty), (["ios.apps.test"], .authorizedParty),
        ] as [(JSONValue?, TokenError.Reason?)])
    func `a token with an untrusted authorized party is rejected`(
        party: JSONValue?, expected: TokenError.Reason?
    ) async throws {
        let fixture = try fixture("google")
        #expect(await fixture.reason(try fixture.token { $0["azp"] = party }) == expected)
    }

    @Test(
        arguments: [
            nil, "", 1, true, ["a"], .string(String(repeating: "1", count: 256)), "a b", "a\u{0}", "\u{E9}", "a\n",
        ] as [JSONValue?])
    func `a missing, unprintable or overlong subject is rejected`(subject: JSONValue?) async throws {
        for name in Self.profiles { #expect(try await fixture(name).reason(claim: "sub", subject) == .claim) }
    }

    @Test func `a subject of 255 bytes is accepted`() async throws {
        #expect(try await fixture("google").reason(claim: "sub", .string(String(repeating: "1", count: 255))) == nil)
    }

    // MARK: - Times

    @Test(
        arguments: ["exp", "iat"],
        [
            "true", "\"1800003500\"", "\"1\"", "1.5", "1800003500.0", "1e3", "18e8", "9223372036854775808", "-1", "-0",
            "253402300800", "null", "[1800003500]", "{}",
        ])
    func `a time that is not a whole number of seconds is rejected`(name: String, text: String) async throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        for provider in Self.profiles { #expect(try await fixture(provider).reason(claim: name, value) == .claim) }
    }

    @Test(arguments: ["exp", "iat"]) func `a token without its times is rejected`(name: String) async throws {
        for provider in Self.profiles { #expect(try await fixture(provider).reason(claim: name, nil) == .claim) }
    }

    @Test func `expiry, start and issue time have a minute of tolerance`() async throws {
        let fixture = try fixture("google")
        func reason(_ name: String, _ seconds: Int) async throws -> TokenError.Reason? {
            try await fixture.reason(claim: name, .integer(1_800_000_000 + seconds))
        }
        #expect(try await reason("exp", -59) == nil)
        #expect(try await reason("exp", -60) == .expired)
        #expect(try await reason("nbf", 60) == nil)
        #expect(try await reason("nbf", 61) == .notYetValid)
        #expect(try await reason("iat", 60) == nil)
        #expect(try await reason("iat", 61) == .issuedInFuture)
        #expect(try await reason("iat", -86_400) == nil)
        #expect(try await reason("iat", -86_401) == .tooOld)
        #expect(try await fixture.reason(claim: "nbf", "x") == .claim)
    }

    @Test func `a token's age is limited as expected, and to at most a day`() async throws {
        let fixture = try fixture("google")
        var expectation = fixture.expectation
        expectation.maxAge = .seconds(600)
        let token = try fixture.token()
        let issued = Date(timeIntervalSince1970: 1_799_999_900)
        #expect(await fixture.reason(token, expectation, now: issued + 600) == nil)
        #expect(await fixture.reason(token, expectation, now: issued + 601) == .tooOld)
        expectation.maxAge = .seconds(1_000_000)
        let lasting = try fixture.token { $0["exp"] = 1_900_000_000 }
        #expect(await fixture.reason(lasting, expectation, now: issued + 86_400) == nil)
        #expect(await fixture.reason(lasting, expectation, now: issued + 86_401) == .tooOld)
    }

    @Test func `a tolerance above a minute counts as a minute`() async throws {
        let fixture = try fixture("google")
        let keys = JWKSCache(url: "u", algorithm: .rs256, source: fixture.source, clock: ManualClock().clock)
        let verifier = ProviderTokenVerifier(profile: .google, keys: keys, tolerance: .seconds(3_600))
        let error = await #expect(throws: TokenError.self) {
            try await verifier.verify(
                try fixture.token { $0["exp"] = 1_799_999_940 }, expecting: fixture.expectation,
                now: ProviderFixture.now)
        }
        #expect(error?.reason == .expired)
    }

    // MARK: - Nonce

    @Test(arguments: profiles) func `only the configured form of the nonce is accepted`(name: String) async throws {
        let fixture = try fixture(name)
        let raw = ProviderFixture.nonce
        // printf n-0S6_WzA2Mj | sha256sum
        let hex = "0823a09b54cb9381561068b00aaf4e539b3f54604631d3e6a820879b6b04cc19"
        let base64URL = "CCOgm1TLk4FWEGiwCq9OU5s_VGBGMdPmqCCHm2sEzBk"
        let claims = [NonceForm.raw: raw, .sha256Hex: hex, .sha256Base64URL: base64URL]
        for (form, claim) in claims {
            let token = try fixture.token { $0["nonce"] = .string(claim) }
            for other in NonceForm.allCases {
                var expectation = fixture.expectation
                expectation.nonce = other.expectation(for: raw)
                #expect(await fixture.reason(token, expectation) == (other == form ? nil : .nonce))
            }
        }
        #expect(try await fixture.reason(claim: "nonce", .string(hex.uppercased())) == .nonce)
    }

    @Test(
        arguments: [nil, "", "n-0S6_WzA2M", "n-0S6_WzA2Mj ", "N-0S6_WZA2MJ", 1, true, ["n-0S6_WzA2Mj"], .some(.null)]
            as [JSONValue?])
    func `a missing or different nonce is rejected`(nonce: JSONValue?) async throws {
        for name in Self.profiles { #expect(try await fixture(name).reason(claim: "nonce", nonce) == .nonce) }
    }

    @Test(arguments: NonceForm.allCases) func `an empty expected nonce matches no token`(form: NonceForm)
        async throws
    {
        let fixture = try fixture("google")
        var expectation = fixture.expectation
        expectation.nonce = form.expectation(for: "")
        for claim in ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"] {
            #expect(await fixture.reason(try fixture.token { $0["nonce"] = .string(claim) }, expectation) == .nonce)
        }
    }

    @Test func `without an expected nonce a token is accepted and reports whether it has one`() async throws {
        let fixture = try fixture("google")
        var expectation = fixture.expectation
        expectation.nonce = .none
        #expect(try await fixture.verify(try fixture.token(), expectation).carriesNonce)
        let without = try fixture.token { $0["nonce"] = nil }
        #expect(try await !fixture.verify(without, expectation).carriesNonce)
    }

    // MARK: - Digest

    @Test func `the token digest depends on the claims`() async throws {
        let fixture = try fixture("google")
        let identity = try await fixture.verify(try fixture.token())
        #expect(try await fixture.verify(try fixture.token()).tokenDigest == identity.tokenDigest)
        let other = try fixture.token { $0["jti"] = "2" }
        #expect(try await fixture.verify(other).tokenDigest != identity.tokenDigest)
    }
}
