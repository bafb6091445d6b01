import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameWire
import Testing

@Suite struct `Revocation` {
    let rig = Rig()

    private func appleTokens() async throws -> JSONObject {
        try await rig.tokens(.apple, ["code": try await rig.code(.apple)])
    }

    private func revokeApple(_ token: String?, _ changes: [String: String?] = [:]) async throws -> HTTPResponse {
        var form: [String: String] = [
            "client_id": "com.example.castmate.web", "client_secret": try rig.appleSecret(),
        ]
        form["token"] = token
        for (name, value) in changes { form[name] = value }
        return try await rig.post("/apple/auth/revoke", form)
    }

    @Test(arguments: ["refresh_token", "access_token"])
    func `revoking either Apple token ends the consent, and the name is sent again`(_ kind: String) async throws {
        let tokens = try await appleTokens()
        let waiting = try await rig.code(.apple)
        let response = try await revokeApple(tokens[kind]?.string, ["token_type_hint": "refresh_token"])
        #expect(response.status == .ok)
        #expect(response.body.isEmpty)
        let refresh: [String: String?] = [
            "grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]?.string, "redirect_uri": nil,
        ]
        #expect(try await rig.refusal(.apple, refresh)[1] == "invalid_grant")
        #expect(try await rig.refusal(.apple, ["code": waiting])[1] == "invalid_grant")
        #expect(try await rig.callback(.apple)["user"] != nil)
    }

    @Test func `a user can choose again about the email address after revoking`() async throws {
        let first = try await rig.callback(.apple, ["user": "1", "sharing": "hide"])
        #expect(try #require(first["user"]).contains("privaterelay"))
        let tokens = try await rig.tokens(.apple, ["code": first["code"]])
        _ = try await revokeApple(tokens["refresh_token"]?.string)
        let second = try await rig.callback(.apple, ["user": "1", "sharing": "share"])
        #expect(try #require(second["user"]).contains("test.user.1@example.com"))
    }

    @Test func `Apple returns success for a token that is unknown or another client's`() async throws {
        let tokens = try await appleTokens()
        let unknown = try await revokeApple("r0")
        #expect(unknown.status == .ok && unknown.body.isEmpty)
        let foreign = try await revokeApple(
            tokens["refresh_token"]?.string,
            [
                "client_id": "com.example.castmate",
                "client_secret": try rig.appleSecret(["sub": "com.example.castmate"]),
            ])
        #expect(foreign.status == .ok && foreign.body.isEmpty)
        _ = try await rig.tokens(
            .apple,
            [
                "grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]?.string,
                "redirect_uri": nil,
            ])
    }

    @Test func `Apple rejects an unauthenticated client and a request without a token`() async throws {
        let tokens = try await appleTokens()
        let token = tokens["refresh_token"]?.string
        let forged = try await revokeApple(token, ["client_secret": try rig.appleSecret(key: TeamKey())])
        #expect(forged.status == .badRequest)
        #expect(try JSONValue(parsing: forged.body)["error"] == "invalid_client")
        let empty = try await revokeApple(nil)
        #expect(empty.status == .badRequest)
        #expect(try JSONValue(parsing: empty.body)["error"] == "invalid_request")
        #expect(try await rig.callback(.apple)["user"] == nil)
    }

    @Test func `Google revokes a token from the form or the query without client authentication`() async throws {
        for isInQuery in [false, true] {
            let code = try await rig.code(.google, ["user": "1"], ["access_type": "offline"])
            let tokens = try await rig.tokens(.google, ["code": code])
            let refresh = try #require(tokens["refresh_token"]?.string, "consent starts anew")
            let query = Rig.encoded(["token": refresh])
            let response =
                isInQuery
                ? try await rig.post("/google/revoke?\(query)", [:])
                : try await rig.post("/google/revoke", ["token": refresh])
            #expect(response.status == .ok)
            let refused = try await rig.refusal(
                .google, ["grant_type": "refresh_token", "refresh_token": refresh, "redirect_uri": nil])
            #expect(refused == ["400", "invalid_grant", "Token has been expired or revoked."])
        }
    }

    @Test func `Google rejects an unknown or missing token`() async throws {
        for form in [["token": "1//0unheard"], ["token": ""], [:]] {
            let response = try await rig.post("/google/revoke", form)
            #expect(response.status == .badRequest)
            let error = try JSONValue(parsing: response.body)["error"]
            #expect(error == (form["token"]?.isEmpty == false ? "invalid_token" : "invalid_request"))
        }
    }

    @Test func `revoking an expired access token is rejected`() async throws {
        let tokens = try await rig.tokens(.google, ["code": try await rig.code(.google)])
        try rig.providers.clock.advance(by: 3_600)
        let access = try #require(tokens["access_token"]?.string)
        #expect(try await rig.post("/google/revoke", ["token": access]).status == .badRequest)
    }
}
