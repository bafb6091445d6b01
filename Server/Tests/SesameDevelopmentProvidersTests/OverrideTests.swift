import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameTokens
import SesameWire
import Testing

@Suite struct `Token request overrides` {
    let rig = Rig()
    let audiences = ["1-web.apps.googleusercontent.com"]

    private func reason(_ body: JSONObject) async throws -> TokenError.Reason? {
        var body = body
        body["app"] = "castmate"
        let parts = try await rig.mint(.google, .object(body))
        do {
            _ = try await rig.verify(parts.token, .google, audiences: audiences)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(
        arguments: [
            ("iss", "https://example.com"), ("aud", ["a", "b"]), ("exp", "soon"), ("exp", true), ("iat", 1),
            ("email_verified", "true"), ("nested", ["a": [1, nil]]),
        ] as [(String, JSONValue)])
    func `a claim may be any JSON value`(_ name: String, _ value: JSONValue) async throws {
        let parts = try await rig.mint(.google, ["app": "castmate", "claims": .object([name: value])])
        #expect(parts.claims[name] == value)
        #expect(parts.signature.count == 256)
    }

    @Test func `null removes a claim`() async throws {
        let parts = try await rig.mint(.google, ["app": "castmate", "claims": ["email": nil, "absent": nil]])
        #expect(!parts.claims.contains("email"))
        #expect(!parts.claims.contains("absent"))
    }

    @Test func `a header may have any content`() async throws {
        let parts = try await rig.mint(
            .google,
            ["app": "castmate", "header": ["alg": "none", "typ": nil, "kid": 5, "jku": "https://example.com"]])
        #expect(parts.header == ["alg": "none", "kid": 5, "jku": "https://example.com"])
    }

    @Test func `a token lives as long as requested`() async throws {
        #expect(
            try await rig.mint(.google, ["app": "castmate", "expiresIn": 5]).claims["exp"] == .integer(rig.now + 5))
        #expect(try await reason(["expiresIn": -3_600]) == .expired)
    }

    @Test func `a token signed with the next key verifies`() async throws {
        let parts = try await rig.mint(.google, ["app": "castmate", "key": "next"])
        let current = try await rig.mint(.google, ["app": "castmate"])
        #expect(parts.header["kid"] != current.header["kid"])
        #expect(try await reason(["key": "next"]) == nil)
    }

    @Test func `a token signed with the unknown key does not verify`() async throws {
        #expect(try await reason(["key": "unknown"]) == .unknownKey)
    }

    @Test func `a broken signature does not verify`() async throws {
        #expect(try await reason(["signature": "broken"]) == .signature)
    }

    @Test func `an empty signature is empty and does not verify`() async throws {
        #expect(try await rig.mint(.google, ["app": "castmate", "signature": "empty"]).signature.isEmpty)
        #expect(try await reason(["signature": "empty"]) != nil)
    }

    @Test func `the response repeats the token's claims`() async throws {
        let answer = try await rig.json(.POST, "/__dev/apple/token", ["app": "castmate", "rawNonce": "abc"])
        let parts = try Parts(try #require(answer["idToken"]?.string))
        #expect(answer["sub"] == parts.claims["sub"])
        #expect(answer["email"] == parts.claims["email"])
        #expect(answer["nonce"] == parts.claims["nonce"])
        #expect(answer["rawNonce"] == "abc")
        #expect(answer["clientID"] == "com.example.castmate")
        #expect(answer["expiresAt"] == .integer(rig.now + 86_400))
    }

    @Test(
        arguments: [
            (["app": "castmate", "subject": "1"], "subject"),
            ([:], "clientID"),
            (["app": "castmate", "clientID": "x"], "only one"),
            (["app": "nobody"], "castmate"),
            (["app": "castmate", "nonce": "a", "rawNonce": "b"], "only one"),
            (["app": "castmate", "user": 1, "sub": "1"], "only one"),
            (["app": "castmate", "user": 1, "email": "a@example.com"], "only one"),
            (["app": "castmate", "user": "1"], "integer"),
            (["app": "castmate", "sub": 1], "string"),
            (["app": "castmate", "claims": []], "object"),
            (["app": "castmate", "expiresIn": "1"], "integer"),
            (["app": "castmate", "key": "other"], "'current', 'next', 'unknown'"),
            (["app": "castmate", "signature": "none"], "'empty'"),
            (["app": "castmate", "count": 0], "50000"),
            (["app": "castmate", "count": 50_001], "50000"),
            (["app": "castmate", "distinct": "people"], "count"),
            (["app": "castmate", "count": 2, "distinct": "people", "sub": "1"], "Test Users"),
            (["app": "castmate", "count": 2, "distinct": "people", "user": 999_999], "999999"),
            (["app": "castmate", "count": 2, "distinct": "people", "user": 9_223_372_036_854_775_807], "999999"),
        ] as [(JSONValue, String)])
    func `an invalid token request is rejected with a hint`(_ body: JSONValue, _ hint: String) async throws {
        let message = try await rig.refusal(.POST, "/__dev/google/token", body)
        #expect(message.contains(hint))
    }

    @Test func `an app without Google gets no Google token`() async throws {
        let message = try await rig.refusal(.POST, "/__dev/google/token", ["app": "couple"])
        #expect(message.contains("no client id"))
    }
}
