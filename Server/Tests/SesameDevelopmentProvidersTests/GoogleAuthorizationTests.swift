import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import Testing

@Suite struct `Google's authorization endpoint` {
    let rig = Rig()

    @Test func `consent redirects back with code, state, scope and issuer`() async throws {
        let response = try await rig.press(.google, ["user": "3"])
        #expect(response.status == .seeOther)
        let callback = try Callback(response)
        #expect(callback.address == Rig.callback)
        #expect(callback.parameters["code"]?.wholeMatch(of: /4\/0A[A-Za-z0-9_-]{68}/) != nil)
        #expect(callback.parameters["state"] == "st&te")
        #expect(callback.parameters["iss"] == "https://accounts.google.com")
        #expect(callback.parameters["hd"] == "example.org")
        #expect(callback.parameters["prompt"] == "consent")
        let scopes = try #require(callback.parameters["scope"]).split(separator: " ")
        #expect(scopes.contains("openid") && scopes.contains("https://www.googleapis.com/auth/userinfo.email"))
        #expect(try await rig.callback(.google, ["user": "3"])["prompt"] == "none")
    }

    @Test func `a request without state redirects back without state`() async throws {
        #expect(try await rig.callback(.google, ["user": "1"], ["state": nil])["state"] == nil)
    }

    @Test func `a redirect URI's own query is preserved`() async throws {
        let response = try await rig.press(.google, ["user": "1"], ["redirect_uri": "\(Rig.callback)?from=google"])
        let location = try #require(response.headers.first(name: "Location"))
        #expect(location.hasPrefix("\(Rig.callback)?from=google&iss="))
    }

    @Test func `cancelling redirects back with an error and the state`() async throws {
        let callback = try await rig.callback(.google, ["action": "deny"])
        #expect(
            callback == ["error": "access_denied", "state": "st&te", "iss": "https://accounts.google.com"])
    }

    @Test func `prompt none without consent redirects back with an error`() async throws {
        let callback = try Callback(try await rig.open(.google, ["prompt": "none"]))
        #expect(callback.parameters["error"] == "interaction_required")
        #expect(callback.parameters["state"] == "st&te")
    }

    @Test func `an iOS client must use its reversed id as redirect scheme, and PKCE`() async throws {
        let scheme = "com.googleusercontent.apps.1-ios"
        let client = ["client_id": "1-ios.apps.googleusercontent.com"]
        for path in [":/oauth2callback", ":/oauth2redirect/google"] {
            let response = try await rig.press(
                .google, ["user": "1"], client.merging(["redirect_uri": scheme + path]) { $1 })
            #expect(try Callback(response).address == scheme + path)
        }
        for redirect in [scheme, "\(scheme):/a?b", "\(scheme).evil:/a", "com.example:/oauth2callback", Rig.callback] {
            let response = try await rig.open(.google, client.merging(["redirect_uri": redirect]) { $1 })
            #expect(response.status == .badRequest)
        }
        let plain: [String: String?] = [
            "client_id": client["client_id"], "redirect_uri": "\(scheme):/a", "code_challenge": nil,
            "code_challenge_method": nil,
        ]
        #expect(try await rig.open(.google, plain).status == .badRequest)
    }

    @Test(
        arguments: [
            (["client_id": nil], 400, "invalid_request"),
            (["client_id": "9-web.apps.googleusercontent.com"], 401, "invalid_client"),
            (["client_id": "com.example.castmate.web"], 401, "invalid_client"),
            (["redirect_uri": nil], 400, "invalid_request"),
            (["redirect_uri": "\(Rig.callback)/"], 400, "redirect_uri_mismatch"),
            (["redirect_uri": "http://127.0.0.1:8080/Callback"], 400, "redirect_uri_mismatch"),
            (["redirect_uri": "http://127.0.0.1:8080/duo"], 400, "redirect_uri_mismatch"),
            (["redirect_uri": "https://attacker.example/"], 400, "redirect_uri_mismatch"),
            (["response_type": nil], 400, "invalid_request"),
            (["response_type": "token"], 400, "unsupported_response_type"),
            (["response_mode": "form_post"], 400, "invalid_request"),
            (["scope": nil], 400, "invalid_request"),
            (["scope": "openid drive"], 400, "invalid_scope"),
            (["scope": "openid name"], 400, "invalid_scope"),
            (["scope": "email"], 400, "invalid_scope"),
            (["code_challenge": nil], 400, "invalid_request"),
            (["code_challenge": "short"], 400, "invalid_request"),
            (["code_challenge_method": "s256"], 400, "invalid_request"),
            (["prompt": "login"], 400, "invalid_request"),
            (["prompt": "none consent"], 400, "invalid_request"),
            (["access_type": "always"], 400, "invalid_request"),
            (["audience": "2-web.apps.googleusercontent.com"], 400, "invalid_request"),
            (["audience": "1-ios.apps.googleusercontent.com"], 400, "invalid_request"),
            (["audience": "9-web.apps.googleusercontent.com"], 400, "invalid_request"),
        ] as [([String: String?], Int, String)])
    func `a request that Google rejects ends on an error page without a redirect`(
        _ changes: [String: String?], _ status: Int, _ error: String
    ) async throws {
        rig.providers.google.autoApproval = .approve(user: 1)
        for response in [try await rig.open(.google, changes), try await rig.press(.google, ["user": "1"], changes)] {
            #expect(Int(response.status.code) == status)
            #expect(!response.headers.contains(name: "Location"))
            let page = String(decoding: response.body, as: UTF8.self)
            #expect(page.contains("\(status) \(error)</code>"))
            #expect(!page.contains("<form"))
        }
        #expect(try await rig.json(.GET, "/__dev/consents")["google"]?["codes"] == [])
    }

    @Test func `a repeated parameter is rejected`() async throws {
        #expect(try await rig.answer(.GET, rig.target(.google) + "&state=2").status == .badRequest)
    }
}
