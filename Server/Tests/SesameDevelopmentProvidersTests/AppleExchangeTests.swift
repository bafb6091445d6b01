import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameTokens
import Testing

@Suite struct `Apple's token endpoint` {
    let rig = Rig()

    @Test func `an authorization code becomes tokens only once`() async throws {
        let code = try await rig.code(.apple)
        let tokens = try await rig.tokens(.apple, ["code": code])
        #expect(
            tokens.members.map(\.name) == ["access_token", "token_type", "expires_in", "refresh_token", "id_token"])
        #expect(tokens["expires_in"] == 3_600)
        let access = try #require(tokens["access_token"]?.string)
        #expect(access.wholeMatch(of: /a[0-9a-f]{32}\.0\.[a-z]{4}\.[A-Za-z0-9_-]{22}/) != nil)
        #expect(tokens["refresh_token"]?.string?.hasPrefix("r") == true)
        let token = try #require(tokens["id_token"]?.string)
        _ = try await rig.verify(token, .apple, audiences: ["com.example.castmate.web"], nonce: .raw("n 1"))
        let claims = try Parts(token).claims
        #expect(claims["email"] == "test.user.1@example.com")
        #expect(claims["at_hash"] == .string(hash(of: access)))
        #expect(claims["c_hash"] == nil)
        #expect(claims["real_user_status"] == nil)
        #expect(
            try await rig.refusal(.apple, ["code": code])
                == ["400", "invalid_grant", "The code has already been used."])
    }

    @Test func `the ID token of the second sign-in has the email address, although the form does not`() async throws {
        _ = try await rig.code(.apple)
        let callback = try await rig.callback(.apple, ["user": "1"], ["scope": nil])
        #expect(callback["user"] == nil)
        let tokens = try await rig.tokens(.apple, ["code": callback["code"]])
        #expect(try Parts(try #require(tokens["id_token"]?.string)).claims["email"] == "test.user.1@example.com")
    }

    @Test(
        arguments: [
            (["grant_type": nil], ["400", "invalid_request", "The grant_type parameter is missing."]),
            (["grant_type": "password"], ["400", "unsupported_grant_type", nil]),
            (["client_id": nil], ["400", "invalid_request", "The client_id parameter is missing."]),
            (["client_id": "com.example.unheard"], ["400", "invalid_client", nil]),
            (["client_id": "com.example.castmate"], ["400", "invalid_client", nil]),
            (["client_secret": nil], ["400", "invalid_request", "The client_secret parameter is missing."]),
            (["code": nil], ["400", "invalid_request", "The code parameter is missing."]),
            (["code": "c0"], ["400", "invalid_grant", "The code has expired or has been revoked."]),
            (["redirect_uri": nil], ["400", "invalid_request", "The redirect_uri parameter is missing."]),
            (
                ["redirect_uri": "\(Rig.callback)/"],
                ["400", "invalid_grant", "redirect_uri mismatch. The code was not issued for it."]
            ),
        ] as [([String: String?], [String?])])
    func `an invalid request is rejected with Apple's own error`(
        _ changes: [String: String?], _ refusal: [String?]
    ) async throws {
        let code = try await rig.code(.apple)
        #expect(try await rig.refusal(.apple, ["code": code].merging(changes) { $1 }) == refusal)
    }

    @Test func `a code is valid only for its own client, even within a team`() async throws {
        let code = try await rig.code(.apple)
        let native: [String: String?] = [
            "code": code, "client_id": "com.example.castmate",
            "client_secret": try rig.appleSecret(["sub": "com.example.castmate"]),
        ]
        #expect(
            try await rig.refusal(.apple, native)
                == [
                    "400", "invalid_grant",
                    "client_id mismatch. The code was not issued to com.example.castmate.",
                ])
        _ = try await rig.tokens(.apple, ["code": code])
    }

    @Test func `a code expires after five minutes`() async throws {
        let code = try await rig.code(.apple)
        try rig.providers.clock.advance(by: 300)
        #expect(
            try await rig.refusal(.apple, ["code": code])
                == ["400", "invalid_grant", "The code has expired or has been revoked."])
    }

    @Test func `a code from Apple's native sheet is exchanged without a redirect URI`() async throws {
        let minted = try await rig.json(.POST, "/__dev/apple/token", ["app": "castmate", "rawNonce": "n"])
        let code = try #require(minted["authorizationCode"]?.string)
        let claims = try Parts(try #require(minted["idToken"]?.string)).claims
        #expect(claims["c_hash"] == .string(hash(of: code)))
        var exchange: [String: String?] = [
            "code": code, "client_id": "com.example.castmate",
            "client_secret": try rig.appleSecret(["sub": "com.example.castmate"]), "redirect_uri": nil,
        ]
        let tokens = try await rig.tokens(.apple, exchange)
        #expect(tokens["refresh_token"] != nil)
        let exchanged = try Parts(try #require(tokens["id_token"]?.string)).claims
        #expect(exchanged["sub"] == claims["sub"])
        #expect(exchanged["aud"] == "com.example.castmate")
        // A consent on the native sheet counts for the whole app.
        #expect(try await rig.callback(.apple)["user"] == nil)
        let second = try await rig.json(.POST, "/__dev/apple/token", ["app": "castmate"])
        exchange["code"] = try #require(second["authorizationCode"]?.string)
        exchange["redirect_uri"] = Rig.callback
        #expect(try await rig.refusal(.apple, exchange)[1] == "invalid_grant")
    }

    @Test func `a batch of tokens and Google's sheet come without codes`() async throws {
        let batch = try await rig.json(.POST, "/__dev/apple/token", ["app": "castmate", "count": 2])
        #expect(batch.members.map(\.name) == ["idTokens"])
        #expect(try await rig.json(.POST, "/__dev/google/token", ["app": "castmate"])["authorizationCode"] == nil)
    }

    @Test func `a refresh token works years later and gives no new refresh token`() async throws {
        let first = try await rig.tokens(.apple, ["code": try await rig.code(.apple)])
        try rig.providers.clock.advance(by: 5 * 365 * 86_400)
        let refresh: [String: String?] = [
            "grant_type": "refresh_token", "refresh_token": try #require(first["refresh_token"]?.string),
            "client_secret": try rig.appleSecret(), "redirect_uri": nil,
        ]
        let second = try await rig.tokens(.apple, refresh)
        #expect(second["refresh_token"] == nil)
        #expect(second["access_token"] != first["access_token"])
        #expect(try Parts(try #require(second["id_token"]?.string)).claims["nonce"] == nil)
        let foreign = [
            "client_id": "com.example.castmate", "client_secret": try rig.appleSecret(["sub": "com.example.castmate"]),
        ]
        #expect(
            try await rig.refusal(.apple, refresh.merging(foreign) { $1 })
                == ["400", "invalid_grant", "The token has expired or has been revoked."])
    }
}

@Suite struct `Apple's client secret` {
    let rig = Rig()

    private func isTaken(_ secret: String, _ changes: [String: String?] = [:]) async throws -> Bool {
        let code = try await rig.code(.apple)
        let (status, body) = try await rig.exchange(
            .apple, ["code": code, "client_secret": secret].merging(changes) { $1 })
        #expect(status == .ok || body["error"] == "invalid_client")
        return status == .ok
    }

    @Test func `a client secret lives for at most six months`() async throws {
        #expect(try await isTaken(try rig.appleSecret(["exp": .integer(rig.now + 15_777_000)])))
        #expect(try await !isTaken(try rig.appleSecret(["exp": .integer(rig.now + 15_777_001)])))
        #expect(try await !isTaken(try rig.appleSecret(["exp": .integer(rig.now)])))
        #expect(try await !isTaken(try rig.appleSecret(["exp": .integer(Int64.max)])))
        #expect(try await !isTaken(try rig.appleSecret(["iat": .integer(rig.now + 1)])))
    }

    @Test(
        arguments: [
            ["iss": "TEAM000002"], ["iss": .null], ["sub": "com.example.castmate"], ["sub": .null],
            ["aud": "https://account.apple.com"], ["aud": ["https://appleid.apple.com"]], ["aud": .null],
            ["exp": .null], ["exp": "1800000300"], ["iat": .null],
        ] as [JSONObject])
    func `every claim must match the client`(_ changes: JSONObject) async throws {
        #expect(try await !isTaken(try rig.appleSecret(changes)))
    }

    @Test func `a client secret must be signed with the team's key under that key's id`() async throws {
        #expect(try await !isTaken(try rig.appleSecret(key: TeamKey())))
        #expect(try await !isTaken(try rig.appleSecret(key: Rig.duoKey, keyID: "KEY0000002")))
        #expect(try await !isTaken(try rig.appleSecret(keyID: "KEY0000002")))
        #expect(try await !isTaken(try rig.appleSecret(keyID: nil)))
    }

    @Test func `a client secret with another algorithm or no signature is rejected`() async throws {
        let valid = try rig.appleSecret()
        let parts = valid.split(separator: ".").map(String.init)
        let none = Base64URL.encode(Array(#"{"alg":"none","kid":"KEY0000001"}"#.utf8))
        for forged in ["\(none).\(parts[1]).", "\(parts[0]).\(parts[1]).", "\(valid).x", "secret", parts[1]] {
            #expect(try await !isTaken(forged))
        }
        #expect(try await isTaken(valid))
    }

    @Test func `a team's key may be registered in its raw form`() async throws {
        let duo = ["client_id": "com.example.duo.web", "redirect_uri": Rig.duoCallback]
        let code = try await rig.code(.apple, ["user": "1"], duo)
        let secret = try rig.appleSecret(
            ["iss": "TEAM000002", "sub": "com.example.duo.web"], key: Rig.duoKey, keyID: "KEY0000002")
        _ = try await rig.tokens(.apple, ["code": code, "client_secret": secret].merging(duo) { $1 })
    }

    @Test func `a client secret is not read from Authorization`() async throws {
        let answer = try await rig.exchange(
            .apple, ["code": "c", "client_secret": try rig.appleSecret()], headers: ["Authorization": "Basic eDp5"])
        #expect(answer.body["error"] == "invalid_request")
    }
}
