import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameTokens
import SesameWire
import Testing

@Suite struct `Faults on the vendors' paths` {
    let rig = Rig()
    let jwks = "/google/oauth2/v3/certs"

    private func add(_ fault: JSONValue) async throws {
        _ = try await rig.json(.POST, "/__dev/faults", fault)
    }

    @Test func `a status fault is returned as many times as requested`() async throws {
        try await add(["provider": "google", "endpoint": "jwks", "kind": "status", "status": 503, "times": 2])
        #expect(try await rig.answer(.GET, jwks).status.code == 503)
        #expect(try await rig.answer(.GET, jwks).status.code == 503)
        #expect(try await rig.answer(.GET, jwks).status == .ok)
    }

    @Test func `a fault without a count applies until it is removed`() async throws {
        try await add(["kind": "status"])
        for _ in 0..<3 { #expect(try await rig.answer(.GET, jwks).status == .internalServerError) }
        _ = try await rig.json(.DELETE, "/__dev/faults")
        #expect(try await rig.answer(.GET, jwks).status == .ok)
    }

    @Test func `a fault applies only to its provider and endpoint`() async throws {
        try await add(["provider": "google", "endpoint": "jwks", "kind": "status"])
        #expect(try await rig.answer(.GET, "/apple/auth/keys").status == .ok)
        #expect(try await rig.answer(.GET, "/google/.well-known/openid-configuration").status == .ok)
        #expect(try await rig.answer(.GET, jwks).status == .internalServerError)
    }

    @Test func `the faults of one provider can be removed alone`() async throws {
        try await add(["provider": "google", "kind": "status"])
        try await add(["provider": "apple", "kind": "status"])
        let left = try await rig.json(.DELETE, "/__dev/faults", ["provider": "google"])
        #expect(left["faults"]?.array?.count == 1)
        #expect(try await rig.answer(.GET, jwks).status == .ok)
        #expect(try await rig.answer(.GET, "/apple/auth/keys").status == .internalServerError)
    }

    @Test func `a provider that is down returns 503 without a body`() async throws {
        try await add(["kind": "down", "endpoint": "jwks", "times": 1])
        let response = try await rig.answer(.GET, jwks)
        #expect(response.status == .serviceUnavailable)
        #expect(response.body.isEmpty)
        #expect(try await rig.answer(.GET, jwks).status == .ok)
        #expect(rig.providers.requests.latest.map(\.status) == [503, 200])
    }

    @Test func `a slow response comes late but whole`() async throws {
        let (waits, continuation) = AsyncStream.makeStream(of: Duration.self)
        let rig = Rig { continuation.yield($0) }
        _ = try await rig.json(.POST, "/__dev/faults", ["kind": "slow", "milliseconds": 2_500, "endpoint": "jwks"])
        _ = try JSONWebKeySet(parsing: try await rig.answer(.GET, jwks).body)
        continuation.finish()
        #expect(await waits.reduce(into: []) { $0.append($1) } == [.milliseconds(2_500)])
    }

    @Test func `a slow fault does not hide another fault`() async throws {
        try await add(["kind": "status", "status": 502])
        try await add(["kind": "slow", "milliseconds": 1])
        #expect(try await rig.answer(.GET, jwks).status == .badGateway)
    }

    @Test func `a client that follows a redirect gets the keys and is counted`() async throws {
        try await add(["kind": "redirect", "endpoint": "jwks"])
        let response = try await rig.answer(.GET, jwks)
        #expect(response.status == .found)
        let location = try #require(response.headers.first(name: "Location"))
        #expect(location == "http://localhost:8081\(jwks)/moved")
        let moved = try await rig.answer(.GET, "\(jwks)/moved")
        _ = try JSONWebKeySet(parsing: moved.body)
        #expect(rig.providers.requests.counts["\(jwks)/moved"] == 1)
    }

    @Test func `a redirect leads to the requested location`() async throws {
        try await add(["kind": "redirect", "endpoint": "jwks", "location": "https://example.com/keys"])
        #expect(try await rig.answer(.GET, jwks).headers.first(name: "Location") == "https://example.com/keys")
    }

    @Test func `a huge body is a complete key set but too long for the parser`() async throws {
        try await add(["kind": "huge", "endpoint": "jwks", "bytes": 300_000])
        let body = try await rig.answer(.GET, jwks).body
        #expect(body.count > 300_000)
        let document = try JSONValue(parsing: body, limits: JSONLimits(bytes: 400_000))
        #expect(document["keys"]?.array?.count == 2)
        #expect(throws: TokenError.self) { try JSONWebKeySet(parsing: body) }
    }

    @Test func `a malformed document is not JSON`() async throws {
        try await add(["kind": "malformed"])
        for path in [jwks, "/google/.well-known/openid-configuration"] {
            let body = try await rig.answer(.GET, path).body
            #expect(throws: JSONError.self) { try JSONValue(parsing: body) }
        }
    }

    @Test func `a noKeys fault returns an empty key set`() async throws {
        try await add(["kind": "noKeys"])
        #expect(try await rig.json(.GET, jwks) == ["keys": []])
    }

    @Test func `an unknownKey fault removes the signing key from the key set`() async throws {
        try await add(["kind": "unknownKey", "provider": "google"])
        let token = try await rig.providers.google.mint(MintRequest(client: .clientID("c")))
        let error = await #expect(throws: TokenError.self) {
            try await rig.verify(token.idToken, .google, audiences: ["c"])
        }
        #expect(error?.reason == .unknownKey)
    }

    @Test(arguments: [(ProviderKind.google, "accounts.google.com"), (.apple, "https://account.apple.com")])
    func `an issuerMismatch fault changes the issuer in the discovery document`(
        _ provider: ProviderKind, _ issuer: String
    ) async throws {
        try await add(["kind": "issuerMismatch"])
        let document = try await rig.json(.GET, "/\(provider.rawValue)/.well-known/openid-configuration")
        #expect(document["issuer"] == .string(issuer))
    }

    @Test func `the same fault added twice is one fault`() async throws {
        try await add(["kind": "status", "status": 500])
        try await add(["kind": "status", "status": 503])
        let faults = try await rig.json(.GET, "/__dev/faults")["faults"]
        #expect(faults == [["kind": "status", "endpoint": "all", "status": 503]])
    }

    @Test(
        arguments: [
            ([:], "kind is required"),
            (["kind": "broken"], "'slow'"),
            (["kind": "status", "status": 200], "between 400 and 599"),
            (["kind": "slow", "milliseconds": 20_001], "20000"),
            (["kind": "slow", "bytes": 5], "'bytes' is not allowed with 'slow'"),
            (["kind": "wrongIssuer", "endpoint": "jwks"], "token"),
            (["kind": "noKeys", "endpoint": "discovery"], "jwks"),
            (["kind": "down", "times": 0], "'times'"),
            (["kind": "down", "provider": "facebook"], "'apple'"),
            (["kind": "down", "delay": 1], "milliseconds"),
        ] as [(JSONValue, String)])
    func `an invalid fault is rejected with a hint`(_ body: JSONValue, _ hint: String) async throws {
        #expect(try await rig.refusal(.POST, "/__dev/faults", body).contains(hint))
        #expect(rig.providers.faults.all.isEmpty)
    }
}
