import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameTokens
import SesameWire
import Testing

@Suite struct `Apple's authorization endpoint` {
    let rig = Rig()

    @Test func `consent redirects back by a form, with the user's name only the first time`() async throws {
        let response = try await rig.press(.apple, ["user": "1"])
        #expect(response.status == .ok)
        let callback = try Callback(response)
        #expect(callback.address == Rig.callback)
        #expect(Set(callback.parameters.keys) == ["code", "state", "user"])
        #expect(
            callback.parameters["code"]?.wholeMatch(of: /c[0-9a-f]{32}\.0\.[a-z]{4}\.[A-Za-z0-9_-]{22}/) != nil)
        #expect(callback.parameters["state"] == "st&te")
        let user = try JSONValue(parsing: Array(try #require(callback.parameters["user"]).utf8))
        #expect(
            user == [
                "name": ["firstName": "Test", "lastName": "User 1"], "email": "test.user.1@example.com",
            ])
        #expect(Set(try await rig.callback(.apple).keys) == ["code", "state"])
        #expect(try await rig.callback(.apple, ["user": "3"])["user"] != nil)
    }

    @Test func `consent is given to one app and not to another`() async throws {
        _ = try await rig.callback(.apple)
        let duo = ["client_id": "com.example.duo.web", "redirect_uri": "http://127.0.0.1:8080/duo"]
        #expect(try await rig.callback(.apple, ["user": "1"], duo)["user"] != nil)
    }

    @Test(arguments: [("name", ["name"]), ("email", ["email"]), ("name email openid", ["name", "email"])])
    func `the form contains only what the scopes request`(_ scope: String, _ members: [String]) async throws {
        let user = try #require(try await rig.callback(.apple, ["user": "1"], ["scope": scope])["user"])
        #expect(try JSONValue(parsing: Array(user.utf8)).object?.members.map(\.name) == members)
    }

    @Test func `without scopes no user data is returned, and the response may be in the URL`() async throws {
        for (mode, mark) in [("query", "?"), ("fragment", "#")] {
            let response = try await rig.press(.apple, ["user": "1"], ["scope": nil, "response_mode": mode])
            let location = try #require(response.headers.first(name: "Location"))
            #expect(location.hasPrefix("\(Rig.callback)\(mark)code=c"))
            #expect(Set(try Callback(response).parameters.keys) == ["code", "state"])
        }
        let claims = try await claims(["scope": nil, "response_mode": "fragment"])
        #expect(claims["email"] == nil)
        #expect(claims["is_private_email"] == nil)
    }

    /// Returns the claims of the ID token that is returned beside the code.
    private func claims(_ changes: [String: String?] = [:], _ form: [String: String] = ["user": "1"]) async throws
        -> JSONObject
    {
        let callback = try await rig.callback(
            .apple, form, changes.merging(["response_type": "code id_token"]) { own, _ in own })
        let token = try #require(callback["id_token"])
        _ = try await rig.verify(
            token, .apple, audiences: ["com.example.castmate.web"], nonce: .raw("n 1"))
        return try Parts(token).claims
    }

    @Test func `an ID token is returned on request and bound to the code and the nonce`() async throws {
        let callback = try await rig.callback(.apple, ["user": "1"], ["response_type": "code id_token"])
        let claims = try Parts(try #require(callback["id_token"])).claims
        #expect(claims["aud"] == "com.example.castmate.web")
        #expect(claims["nonce"] == "n 1")
        #expect(claims["real_user_status"] == nil)
        #expect(claims["c_hash"] == .string(hash(of: try #require(callback["code"]))))
        #expect(claims["at_hash"] == nil)
    }

    @Test func `hiding the email address gives a relay address from then on`() async throws {
        let hidden = try await claims([:], ["user": "1", "sharing": "hide"])
        let relay = try #require(hidden["email"]?.string)
        #expect(relay.hasSuffix("@privaterelay.appleid.com"))
        #expect(hidden["is_private_email"] == true)
        #expect(try await claims([:], ["user": "1", "sharing": "share"])["email"] == .string(relay))
        #expect(try await claims([:], ["user": "1"])["sub"] == hidden["sub"])
    }

    @Test func `a Test User with a usually hidden email address may share it`() async throws {
        #expect(try await claims([:], ["user": "4", "sharing": "share"])["email"] == "test.user.4@example.com")
        #expect(try await claims([:], ["user": "2"])["is_private_email"] == true)
    }

    @Test func `cancelling redirects back with an error and the state`() async throws {
        let callback = try await rig.callback(.apple, ["action": "deny"])
        #expect(callback == ["error": "user_cancelled_authorize", "state": "st&te"])
    }

    @Test(
        arguments: [
            (["client_id": nil], "invalid_request"),
            (["client_id": "com.example.unheard"], "invalid_client"),
            (["client_id": "com.example.castmate"], "invalid_client"),
            (["redirect_uri": nil], "invalid_request"),
            (["redirect_uri": "\(Rig.callback)/"], "invalid_request"),
            (["redirect_uri": "http://127.0.0.1:8080/duo"], "invalid_request"),
            (["response_type": nil], "invalid_request"),
            (["response_type": "id_token"], "unsupported_response_type"),
            (["response_type": "code code"], "unsupported_response_type"),
            (["response_type": "code token"], "unsupported_response_type"),
            (["response_mode": nil], "invalid_request"),
            (["response_mode": "query"], "invalid_request"),
            (["response_mode": "fragment"], "invalid_request"),
            (["response_mode": "web_message"], "invalid_request"),
            (["scope": nil, "response_mode": "query", "response_type": "code id_token"], "invalid_request"),
            (["scope": nil, "response_mode": nil, "response_type": "id_token code"], "invalid_request"),
            (["scope": "name phone"], "invalid_scope"),
            (["scope": "profile"], "invalid_scope"),
        ] as [([String: String?], String)])
    func `a request that Apple rejects ends on an error page without a redirect`(
        _ changes: [String: String?], _ error: String
    ) async throws {
        rig.providers.apple.autoApproval = .approve(user: 1)
        for response in [try await rig.open(.apple, changes), try await rig.press(.apple, ["user": "1"], changes)] {
            #expect(response.status == .badRequest)
            #expect(!response.headers.contains(name: "Location"))
            let page = String(decoding: response.body, as: UTF8.self)
            #expect(page.contains("400 \(error)</code>"))
            #expect(!page.contains("<form"))
        }
    }
}
