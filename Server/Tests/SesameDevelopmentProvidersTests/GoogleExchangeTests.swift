import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameTokens
import Testing

@Suite struct `Google's token endpoint` {
    let rig = Rig()

    @Test func `an authorization code becomes tokens only once`() async throws {
        let code = try await rig.code(.google)
        let tokens = try await rig.tokens(.google, ["code": code])
        let names = tokens.members.map(\.name)
        #expect(names == ["access_token", "expires_in", "scope", "token_type", "id_token"])
        #expect(tokens["expires_in"] == 3_599)
        #expect(tokens["token_type"] == "Bearer")
        #expect(
            tokens["scope"]
                == """
                https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile openid
                """)
        let access = try #require(tokens["access_token"]?.string)
        #expect(access.hasPrefix("ya29.a0A"))
        let token = try #require(tokens["id_token"]?.string)
        let identity = try await rig.verify(
            token, .google, audiences: ["1-web.apps.googleusercontent.com"], nonce: .raw("n 1"))
        #expect(identity.subject == (try rig.providers.google.testUser(1, for: Rig.castmate)).subject)
        let claims = try Parts(token).claims
        #expect(claims["at_hash"] == .string(hash(of: access)))
        #expect(claims["name"] == "Test User 1")
        #expect(try await rig.refusal(.google, ["code": code]) == ["400", "invalid_grant", "Bad Request"])
    }

    @Test func `an installed app gets a token for its server if both requests name it`() async throws {
        let redirect = "com.googleusercontent.apps.1-ios:/oauth2callback"
        let server = "1-web.apps.googleusercontent.com"
        let asked: [String: String?] = [
            "client_id": "1-ios.apps.googleusercontent.com", "redirect_uri": redirect, "audience": server,
        ]
        let exchanged: [String: String?] = [
            "client_id": "1-ios.apps.googleusercontent.com", "client_secret": nil, "redirect_uri": redirect,
        ]
        let code = try await rig.code(.google, ["user": "1"], asked)
        let tokens = try await rig.tokens(
            .google, exchanged.merging(["code": code, "audience": server]) { $1 })
        let claims = try Parts(try #require(tokens["id_token"]?.string)).claims
        #expect(claims["aud"]?.string == server)
        #expect(claims["azp"] == "1-ios.apps.googleusercontent.com")
        let forgotten = try await rig.code(.google, ["user": "1"], asked)
        #expect(try await rig.refusal(.google, exchanged.merging(["code": forgotten]) { $1 })[1] == "invalid_grant")
    }

    @Test func `a token contains no more than the scopes request`() async throws {
        let code = try await rig.code(.google, ["user": "1"], ["scope": "openid", "nonce": nil])
        let tokens = try await rig.tokens(.google, ["code": code])
        let claims = try Parts(try #require(tokens["id_token"]?.string)).claims
        for name in ["email", "email_verified", "name", "picture", "given_name", "family_name", "nonce"] {
            #expect(claims[name] == nil, "\(name)")
        }
        #expect(tokens["scope"] == "openid")
    }

    @Test func `a client may authenticate in Authorization`() async throws {
        let credentials = Array("1-web.apps.googleusercontent.com:GOCSPX%2Dcastmate".utf8)
        let code = try await rig.code(.google)
        _ = try await rig.tokens(
            .google, ["code": code, "client_id": nil, "client_secret": nil],
            headers: ["Authorization": "Basic \(base64(credentials))"])
        let both = try await rig.exchange(
            .google, ["code": code], headers: ["Authorization": "Basic \(base64(credentials))"])
        #expect(both.body["error"] == "invalid_request")
        for wrong in ["Basic \(base64(Array("1-web.apps.googleusercontent.com:x".utf8)))", "Basic ?", "Bearer x"] {
            let refused = try await rig.exchange(
                .google, ["code": code, "client_id": nil, "client_secret": nil], headers: ["Authorization": wrong])
            #expect(refused.status == .unauthorized)
            #expect(refused.body["error"] == "invalid_client")
        }
    }

    @Test(
        arguments: [
            (["grant_type": nil], ["400", "invalid_request", "Missing required parameter: grant_type"]),
            (["grant_type": "password"], ["400", "unsupported_grant_type", "Invalid grant_type: password"]),
            (["client_id": nil], ["400", "invalid_request", "Could not determine client ID from request."]),
            (["client_id": "9"], ["401", "invalid_client", "The OAuth client was not found."]),
            (["client_secret": nil], ["400", "invalid_request", "client_secret is missing."]),
            (["client_secret": "GOCSPX-Castmate"], ["401", "invalid_client", "Unauthorized"]),
            (["client_id": "1-ios.apps.googleusercontent.com"], ["401", "invalid_client", "Unauthorized"]),
            (
                ["client_id": "2-web.apps.googleusercontent.com", "client_secret": "GOCSPX-duo"],
                ["400", "invalid_grant", "Bad Request"]
            ),
            (["code": nil], ["400", "invalid_request", "Missing required parameter: code"]),
            (["code": "4/0Aunheard"], ["400", "invalid_grant", "Malformed auth code."]),
            (["redirect_uri": nil], ["400", "invalid_request", "Missing required parameter: redirect_uri"]),
            (["redirect_uri": "\(Rig.callback)?from=google"], ["400", "redirect_uri_mismatch", "Bad Request"]),
            (["code_verifier": nil], ["400", "invalid_grant", "Missing code verifier."]),
            (
                ["code_verifier": "another-verifier-that-is-long-enough-to-be-one"],
                ["400", "invalid_grant", "Invalid code verifier."]
            ),
            (["code_verifier": "short"], ["400", "invalid_grant", "Invalid code verifier."]),
        ] as [([String: String?], [String])])
    func `an invalid request is rejected with Google's own error`(
        _ changes: [String: String?], _ refusal: [String]
    ) async throws {
        let code = try await rig.code(.google)
        #expect(try await rig.refusal(.google, ["code": code].merging(changes) { $1 }) == refusal)
        #expect(try await rig.json(.GET, "/__dev/consents")["google"]?["tokens"] == [])
    }

    @Test func `a failed attempt uses up a code only if it comes from the code's client`() async throws {
        let spent = try await rig.code(.google)
        _ = try await rig.refusal(.google, ["code": spent, "code_verifier": nil])
        #expect(try await rig.refusal(.google, ["code": spent])[1] == "invalid_grant")
        let tried = try await rig.code(.google)
        _ = try await rig.refusal(
            .google,
            ["code": tried, "client_id": "2-web.apps.googleusercontent.com", "client_secret": "GOCSPX-duo"])
        _ = try await rig.refusal(.google, ["code": tried, "client_secret": "wrong"])
        _ = try await rig.tokens(.google, ["code": tried])
    }

    @Test func `a code expires after five minutes`() async throws {
        let first = try await rig.code(.google)
        let second = try await rig.code(.google)
        try rig.providers.clock.advance(by: 299)
        _ = try await rig.tokens(.google, ["code": first])
        try rig.providers.clock.advance(by: 1)
        #expect(try await rig.refusal(.google, ["code": second]) == ["400", "invalid_grant", "Bad Request"])
    }

    @Test func `a plain challenge is its own verifier, and without a challenge no verifier is accepted`() async throws {
        let plain = ["code_challenge": Rig.verifier, "code_challenge_method": nil]
        _ = try await rig.tokens(.google, ["code": try await rig.code(.google, ["user": "1"], plain)])
        let none: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
        let code = try await rig.code(.google, ["user": "1"], none)
        _ = try await rig.tokens(.google, ["code": code, "code_verifier": nil])
        let other = try await rig.code(.google, ["user": "1"], none)
        #expect(
            try await rig.refusal(.google, ["code": other])
                == ["400", "invalid_grant", "code_verifier or verifier is not needed."])
    }

    @Test func `a refresh token comes with the first offline consent or with prompt consent`() async throws {
        func givesRefreshToken(_ changes: [String: String?]) async throws -> Bool {
            let code = try await rig.code(.google, ["user": "1"], changes)
            let token = try await rig.tokens(.google, ["code": code])["refresh_token"]?.string
            return token?.hasPrefix("1//0") == true
        }
        #expect(try await !givesRefreshToken([:]))
        #expect(try await !givesRefreshToken(["prompt": "consent"]))
        #expect(try await givesRefreshToken(["access_type": "offline"]))
        #expect(try await !givesRefreshToken(["access_type": "offline"]))
        #expect(try await givesRefreshToken(["access_type": "offline", "prompt": "consent select_account"]))
    }

    @Test func `a refresh token gives new tokens without a nonce, and only to its client`() async throws {
        let code = try await rig.code(.google, ["user": "1"], ["access_type": "offline"])
        let first = try await rig.tokens(.google, ["code": code])
        let refresh: [String: String?] = [
            "grant_type": "refresh_token", "refresh_token": try #require(first["refresh_token"]?.string),
            "redirect_uri": nil, "code_verifier": nil,
        ]
        try rig.providers.clock.advance(by: 30 * 86_400)
        let second = try await rig.tokens(.google, refresh)
        #expect(second["access_token"] != first["access_token"])
        #expect(second["refresh_token"] == nil)
        #expect(try Parts(try #require(second["id_token"]?.string)).claims["nonce"] == nil)
        let foreign = ["client_id": "2-web.apps.googleusercontent.com", "client_secret": "GOCSPX-duo"]
        let expired = ["400", "invalid_grant", "Token has been expired or revoked."]
        #expect(try await rig.refusal(.google, refresh.merging(foreign) { $1 }) == expired)
        let access: [String: String?] = ["refresh_token": try #require(second["access_token"]?.string)]
        #expect(try await rig.refusal(.google, refresh.merging(access) { $1 }) == expired)
        #expect(try await rig.refusal(.google, refresh.merging(["refresh_token": nil]) { $1 })[1] == "invalid_request")
    }

    @Test func `an iOS client needs no secret and gets a refresh token`() async throws {
        let redirect = "com.googleusercontent.apps.1-ios:/oauth2callback"
        let client = ["client_id": "1-ios.apps.googleusercontent.com", "redirect_uri": redirect]
        let code = try await rig.code(.google, ["user": "1"], client)
        let tokens = try await rig.tokens(
            .google, ["code": code, "client_secret": nil].merging(client) { $1 })
        #expect(tokens["refresh_token"] != nil)
        let claims = try Parts(try #require(tokens["id_token"]?.string)).claims
        #expect(claims["aud"] == "1-ios.apps.googleusercontent.com")
    }

    @Test(arguments: ProviderKind.allCases)
    func `a token endpoint accepts only a form`(_ provider: ProviderKind) async throws {
        let path = rig.providers[provider].tokenPath
        #expect(try await rig.answer(.POST, path, ["grant_type": "x"]).status == .unsupportedMediaType)
    }

    @Test func `a repeated parameter invalidates an otherwise valid request`() async throws {
        let code = try await rig.code(.google)
        let form = Rig.encoded([
            "grant_type": "authorization_code", "client_id": "1-web.apps.googleusercontent.com",
            "client_secret": "GOCSPX-castmate", "code_verifier": Rig.verifier, "redirect_uri": Rig.callback,
            "code": code,
        ])
        for (body, status) in [("\(form)&state=1&state=2", HTTPResponseStatus.badRequest), (form, .ok)] {
            let request = try HTTPRequest(
                method: .POST, target: "/google/token",
                headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(body.utf8))
            let response = await rig.router.answer(request)
            #expect(response.status == status)
            #expect(response.headers.first(name: "Cache-Control") == "no-store")
        }
    }
}
