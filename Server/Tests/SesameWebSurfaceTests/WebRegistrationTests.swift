import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameText
import Testing

@testable import SesameWebSurface

struct WebRegistrationTests {
    /// Begins a registration, and returns the first page of the form, as a sign-in shows it.
    private static func begin(_ rig: WebRig, role: String? = nil, subject: String = "person") async throws
        -> HTTPResponse
    {
        let app = try #require(AppID("castmate").flatMap { rig.apps[$0] })
        let request = try rig.request(.GET, "/sign-in/finish?lang=en")
        return rig.keep(
            rig.pages.register(
                try await rig.ticket(subject: subject), app: app, role: role, next: nil, request: request))
    }

    private static func form(_ page: HTTPResponse, _ more: [(String, String)]) throws -> [(String, String)] {
        let names = ["token", "app", "ticket", "role", "profile.nom", "profile.prenom", "profile.bio"]
        let hidden = names.filter { name in !more.contains { $0.0 == name } }
            .compactMap { name in
                page.text.contains("type=\"hidden\" name=\"\(name)\"") ? page.hidden(name).map { (name, $0) } : nil
            }
        return hidden.map { ($0.0, $0.1.replacing("&lt;", with: "<").replacing("&gt;", with: ">")) } + more
    }

    @Test func `a user registers in three steps with the provider's name prefilled, and may briefly resubmit`()
        async throws
    {
        let rig = try await WebRig()
        let role = try await Self.begin(rig)
        #expect(role.isSound(in: .english) && role.text.contains("Step 1 of 3"))
        let target = "/register?lang=en"
        let profile = try await rig.post(target, try Self.form(role, [("role", "RECRUTEUR"), ("to", "profile")]))
        #expect(profile.isSound(in: .english) && profile.text.contains("value=\"&lt;User&gt; 1\""))
        let confirm = try await rig.post(
            target,
            try Self.form(profile, [("profile.nom", "User 2"), ("profile.prenom", "Test"), ("to", "confirm")]))
        #expect(confirm.isSound(in: .english) && confirm.text.contains("User 2") && confirm.text.contains("Agency"))
        let form = try Self.form(confirm, [("to", "submit")])
        let done = try await rig.post(target, form)
        #expect(done.headers["Location"] == ["/account?lang=en"])
        let account = try await rig.get("/account?lang=en")
        #expect(account.text.contains("User 2") && account.text.contains("Google"))
        // Sends the form again, like a double click, which does not have the cookies of the first response.
        rig.forgetCookies(but: "sesame_form")
        let again = try await rig.post(target, form)
        #expect(again.headers["Location"] == ["/account?lang=en"])
        #expect(try await rig.get("/account?lang=en").text.contains("User 2"))
        rig.advance(by: 61)
        let late = try await rig.post(target, form)
        #expect(late.status == .conflict && late.text.contains("no longer valid"))
    }

    @Test func `a submitted form replayed in another browser is rejected and sets no cookie`() async throws {
        let rig = try await WebRig()
        let role = try await Self.begin(rig)
        let target = "/register?lang=en"
        let profile = try await rig.post(target, try Self.form(role, [("role", "ACTEUR"), ("to", "profile")]))
        let confirm = try await rig.post(
            target,
            try Self.form(profile, [("profile.nom", "User 2"), ("profile.prenom", "Test"), ("to", "confirm")]))
        let form = try Self.form(confirm, [("to", "submit")])
        _ = try await rig.post(target, form)
        rig.forgetCookies()
        let page = try await rig.get("/apps/couple")
        let token = try #require(page.hidden("token"))
        let other = try await rig.post(target, form.map { $0.0 == "token" ? ("token", token) : $0 })
        #expect(other.status == .conflict && other.headers["Set-Cookie"].isEmpty)
    }

    @Test func `a missing role or required field is rejected with its own error`() async throws {
        let rig = try await WebRig()
        let role = try await Self.begin(rig)
        let unchosen = try await rig.post("/register?lang=en", try Self.form(role, [("to", "profile")]))
        #expect(unchosen.status == .unprocessableEntity && unchosen.text.contains("Choose a role."))
        let profile = try await Self.begin(rig, role: "ACTEUR", subject: "other")
        let form = try Self.form(profile, [("profile.nom", " "), ("profile.prenom", "Test"), ("to", "submit")])
        let empty = try await rig.post("/register?lang=en", form)
        #expect(empty.status == .unprocessableEntity && empty.isSound(in: .english))
        #expect(empty.text.contains("id=\"field-nom-error\"") && !empty.text.contains("id=\"field-prenom-error\""))
    }

    @Test func `submitting with an expired ticket shows that it is no longer valid`() async throws {
        let rig = try await WebRig()
        let page = try await Self.begin(rig, role: "ACTEUR")
        rig.advance(by: 31 * 60)
        let form = try Self.form(page, [("profile.nom", "User 3"), ("profile.prenom", "Test"), ("to", "submit")])
        let late = try await rig.post("/register?lang=en", form)
        #expect(late.status == .conflict && late.text.contains("no longer valid"))
    }

    @Test func `deleting an account requires a sign-in within the last five minutes`() async throws {
        let rig = try await WebRig()
        let page = try await Self.begin(rig, role: "ACTEUR")
        let form = try Self.form(page, [("profile.nom", "User 4"), ("profile.prenom", "Test"), ("to", "submit")])
        #expect(try await rig.post("/register?lang=en", form).status == .seeOther)
        let token = try #require(try await rig.get("/account").hidden("token"))
        rig.advance(by: 301)
        let late = try await rig.post("/account/delete?lang=en", [("token", token)])
        #expect(late.status == .forbidden && late.text.contains("Confirm it’s you"))
        let asked = try await rig.get("/account/delete?lang=en")
        #expect(asked.status == .forbidden && asked.isSound(in: .english))
        #expect(asked.text.contains("action=\"/sign-in/confirm/google?lang=en\""))
        #expect(asked.hidden("for") == "deletion")
        #expect(!asked.text.contains("/sign-in/confirm/apple"))
        #expect(try await rig.get("/account").text.contains("href=\"/account/confirm\""))
    }

    @Test(arguments: ["/account/sessions/end", "/account/sessions/end-others"])
    func `ending other sessions requires a sign-in within the last five minutes`(path: String) async throws {
        let rig = try await WebRig()
        let page = try await Self.begin(rig, role: "ACTEUR")
        let form = try Self.form(page, [("profile.nom", "User 5"), ("profile.prenom", "Test"), ("to", "submit")])
        #expect(try await rig.post("/register?lang=en", form).status == .seeOther)
        let token = try #require(try await rig.get("/account").hidden("token"))
        let other = String(repeating: "d", count: 26)
        try await rig.signInElsewhere(other)
        rig.advance(by: 301)
        let late = try await rig.post("\(path)?lang=en", [("token", token), ("session", other)])
        #expect(late.status == .forbidden && late.isSound(in: .english))
        #expect(late.text.contains("/sign-in/confirm/google?lang=en") && late.hidden("for") == "account")
        #expect(try await rig.get("/account").text.contains(other))
    }
}
