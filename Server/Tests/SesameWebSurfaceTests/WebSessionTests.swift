import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameText
import Testing

@testable import SesameWebSurface

struct WebSessionTests {
    @Test func `a guest signs in, sees the account and signs out`() async throws {
        let rig = try await WebRig()
        let page = try await rig.guest()
        #expect(page.status == .ok && page.text.contains("Guest"))
        let token = try #require(page.hidden("token"))
        let answer = try await rig.post("/account/sign-out", [("token", token)])
        #expect(answer.headers["Location"] == ["/"])
        #expect(try await rig.get("/account").headers["Location"] == ["/"])
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "sesame_session=ws_", false),
        ("https://a.example", "__Host-sesame_session=ws_", true),
    ])
    func `the session cookie is HttpOnly, and Secure with the __Host- prefix over HTTPS`(
        url: String, start: String, isSecure: Bool
    ) async throws {
        let rig = try await WebRig(publicURL: url)
        let page = try await rig.get("/apps/couple")
        let answer = try await rig.post("/apps/couple/guest", [("token", try #require(page.hidden("token")))])
        let cookie = try #require(answer.headers["Set-Cookie"].first)
        #expect(cookie.hasPrefix(start))
        #expect(cookie.contains("; Path=/; HttpOnly; SameSite=Lax") && cookie.contains("; Max-Age=5184000"))
        #expect(cookie.contains("; Secure") == isSecure)
    }

    @Test func `a link to an unknown app returns 404, or 503 when storage fails`() async throws {
        let rig = try await WebRig()
        #expect(try await rig.get("/account/code/elsewhere").status == .notFound)
        rig.closeStorage()
        #expect(try await rig.get("/account/code/elsewhere").status == .serviceUnavailable)
    }

    @Test(arguments: ["ws_x", "x", "ws_" + String(repeating: "A", count: 78)])
    func `an invalid session cookie is removed and redirects home`(value: String) async throws {
        let rig = try await WebRig()
        let answer = try await rig.get("/account", headers: [("Cookie", "sesame_session=\(value)")])
        #expect(answer.headers["Location"] == ["/"])
        #expect(answer.headers["Set-Cookie"].first?.contains("Max-Age=0") == true)
    }

    @Test(arguments: ["", "x", String(repeating: "A", count: 43)])
    func `a form with an invalid token is rejected and changes nothing`(token: String) async throws {
        let rig = try await WebRig()
        _ = try await rig.get("/apps/couple")
        #expect(try await rig.post("/apps/couple/guest", [("token", token)]).status == .forbidden)
        _ = try await rig.guest()
        #expect(try await rig.post("/account/delete", [("token", token)]).status == .forbidden)
        #expect(try await rig.get("/account").status == .ok)
    }

    @Test func `a form with a repeated field is rejected`() async throws {
        let rig = try await WebRig()
        let token = try #require(try await rig.guest().hidden("token"))
        let form = [("token", token), ("session", "a"), ("session", "b")]
        #expect(try await rig.post("/account/sessions/end", form).status == .forbidden)
    }

    @Test func `a form token from another browser is rejected`() async throws {
        let rig = try await WebRig()
        let token = try #require(try await rig.get("/apps/couple").hidden("token"))
        rig.forgetCookies()
        _ = try await rig.get("/apps/couple")
        #expect(try await rig.post("/apps/couple/guest", [("token", token)]).status == .forbidden)
    }

    @Test(arguments: [
        ("Sec-Fetch-Site", "cross-site", false), ("Sec-Fetch-Site", "same-site", false),
        ("Sec-Fetch-Site", "same-origin", true), ("Origin", "http://evil.example", false), ("Origin", "null", false),
        ("Origin", "http://127.0.0.1:8080", true),
    ])
    func `a form is accepted only from the same origin`(header: String, value: String, isTaken: Bool) async throws {
        let rig = try await WebRig()
        let token = try #require(try await rig.get("/apps/couple").hidden("token"))
        let answer = try await rig.post("/apps/couple/guest", [("token", token)], headers: [(header, value)])
        #expect((answer.status == .seeOther) == isTaken)
    }

    @Test func `a guest deletes the account, which ends the session`() async throws {
        let rig = try await WebRig()
        _ = try await rig.guest()
        let token = try #require(try await rig.get("/account/delete").hidden("token"))
        #expect(try await rig.post("/account/delete", [("token", token)]).status == .ok)
        #expect(try await rig.get("/account").headers["Location"] == ["/"])
    }

    @Test func `a user downloads their data as a file, only with a valid form token`() async throws {
        let rig = try await WebRig()
        let page = try await rig.guest()
        #expect(page.text.contains("Download my data"))
        let token = try #require(page.hidden("token"))
        let answer = try await rig.post("/account/export", [("token", token)])
        #expect(answer.status == .ok && answer.headers["Content-Type"] == ["application/json"])
        #expect(answer.headers["Content-Disposition"].first?.hasPrefix("attachment; filename=\"couple-") == true)
        #expect(answer.headers["Cache-Control"] == ["no-store"])
        #expect(answer.text.contains("\"exportTime\""))
        #expect(try await rig.post("/account/export", [("token", "x")]).status == .forbidden)
    }

    @Test func `a session that is not used for 61 days has expired`() async throws {
        let rig = try await WebRig()
        _ = try await rig.guest()
        rig.advance(by: 61 * 86_400)
        #expect(try await rig.get("/account").headers["Location"] == ["/"])
    }

    @Test func `a user ends one or all other sessions and stays signed in`() async throws {
        let rig = try await WebRig()
        let token = try #require(try await rig.guest().hidden("token"))
        let others = ["a", "b", "c"].map { String(repeating: $0, count: 26) }
        for other in others { try await rig.signInElsewhere(other) }
        let form = [("token", token), ("session", others[0])]
        for _ in 1...2 {
            #expect(try await rig.post("/account/sessions/end", form).headers["Location"] == ["/account"])
        }
        let some = try await rig.get("/account")
        #expect(some.isSound(in: .english) && !some.text.contains(others[0]) && some.text.contains(others[1]))
        #expect(try await rig.post("/account/sessions/end-others", [("token", token)]).status == .seeOther)
        let one = try await rig.get("/account")
        #expect(one.status == .ok && !one.text.contains(others[1]) && !one.text.contains("/account/sessions/"))
    }

    @Test func `a guest ends other sessions without a recent sign-in`() async throws {
        let rig = try await WebRig()
        let token = try #require(try await rig.guest().hidden("token"))
        let others = ["d", "e"].map { String(repeating: $0, count: 26) }
        for other in others { try await rig.signInElsewhere(other) }
        rig.advance(by: 301)
        let form = [("token", token), ("session", others[0])]
        #expect(try await rig.post("/account/sessions/end", form).status == .seeOther)
        #expect(try await rig.post("/account/sessions/end-others", [("token", token)]).status == .seeOther)
        let page = try await rig.get("/account")
        #expect(!others.contains { page.text.contains($0) } && !page.text.contains("/account/confirm"))
        #expect(try await rig.get("/account/confirm").headers["Location"] == ["/account"])
    }
}
