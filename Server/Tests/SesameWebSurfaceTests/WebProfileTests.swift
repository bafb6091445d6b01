import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameText
import SesameWire
import Testing

@testable import SesameAccounts
@testable import SesameWebSurface

/// Tests of the profile on the account page: its display and its form.
struct WebProfileTests {
    private static let path = "/account/profile?lang=en"

    /// Returns the fields of the page's form, with the given texts as profile inputs.
    private func form(
        _ page: HTTPResponse, _ texts: [String: String] = [:], step: String = "", to action: String = "save"
    ) throws -> [(String, String)] {
        [
            ("token", try #require(page.hidden("token"))), ("version", try #require(page.hidden("version"))),
            ("step", step), ("to", action),
        ] + texts.map { ("profile.\($0.key)", $0.value) }
    }

    private func save(
        _ rig: WebRig, _ texts: [String: String], step: String = "", to action: String = "save"
    ) async throws -> HTTPResponse {
        try await rig.post(Self.path, try form(try await rig.get(Self.path), texts, step: step, to: action))
    }

    @Test(arguments: Language.allCases)
    func `the account page links to a profile form without server-owned fields`(language: Language) async throws {
        let rig = try await WebRig()
        _ = try await rig.guest()
        let account = try await rig.get("/account?lang=\(language.rawValue)")
        #expect(account.isSound(in: language))
        #expect(account.text.contains("/account/profile?lang=\(language.rawValue)"))
        let page = try await rig.get("/account/profile?lang=\(language.rawValue)")
        #expect(page.isSound(in: language) && page.text.contains("name=\"profile.place.city\""))
        #expect(!page.text.contains("isSubscribed"))
        #expect(page.headers["Content-Security-Policy"].first?.contains("default-src 'none'") == true)
    }

    @Test func `saved values are shown again on the account page and in the form`() async throws {
        let rig = try await WebRig()
        _ = try await rig.guest()
        let texts = [
            "name": "<Test> \"User\" 1", "age": "33", "height": "1,75", "goals": "one\r\n\r\ntwo", "mood": "well",
            "birthDate": "1990-05-17", "subscribed": "false", "place.city": "Lyon", "place.latitude": "",
        ]
        let saved = try await save(rig, texts)
        #expect(saved.status == .seeOther && saved.headers["Location"] == ["/account?lang=en"])
        let account = try await rig.get("/account?lang=en")
        #expect(account.isSound(in: .english))
        for text in [
            "&lt;Test&gt; &quot;User&quot; 1", "33", "1.75", "one, two", "1990-05-17", "No", "Lyon", "About you",
        ] {
            #expect(account.text.contains("\(text)</dd>"), "\(text)")
        }
        let page = try await rig.get(Self.path)
        #expect(page.text.contains("value=\"1990-05-17\"") && page.text.contains(">\none\ntwo</textarea>"))
        #expect(page.text.contains("value=\"well\" selected") && page.text.contains("value=\"false\" selected"))
        // Nothing has changed, so the next save writes nothing.
        let version = page.hidden("version")
        _ = try await save(rig, ["name": "<Test> \"User\" 1", "goals": "one\r\ntwo", "height": "1.75"])
        #expect(try await rig.get(Self.path).hidden("version") == version)
    }

    @Test func `an emptied input removes its value, and one that is not sent leaves it unchanged`() async throws {
        let rig = try await WebRig()
        _ = try await rig.guest()
        _ = try await save(rig, ["name": "Test User 1", "place.city": "Lyon", "place.latitude": "45.76", "age": "33"])
        _ = try await save(rig, ["place.city": "", "age": " "])
        let page = try await rig.get("/account?lang=en")
        #expect(page.text.contains("45.76</dd>") && page.text.contains("Test User 1</dd>"))
        #expect(!page.text.contains("Lyon</dd>") && !page.text.contains("33</dd>"))
    }

    @Test(arguments: [
        ("age", "old"), ("age", "1.5"), ("height", "1e999"), ("birthDate", "1990-02-30"), ("place.latitude", "north"),
        ("subscribed", "perhaps"),
    ])
    func `an invalid value is reported at its input, and nothing is saved`(input: String, text: String) async throws {
        let rig = try await WebRig()
        _ = try await rig.guest()
        let page = try await save(rig, ["name": "Test User 1", input: text])
        #expect(page.status == .unprocessableEntity && page.isSound(in: .english))
        #expect(page.text.contains("id=\"field-\(input)-error\"") && page.text.contains("Test User 1"))
        #expect(try await rig.get(Self.path).hidden("version") == "1")
    }

    @Test func `a form for an outdated profile shows the current values and saves nothing`() async throws {
        let rig = try await WebRig()
        _ = try await rig.guest()
        let old = try form(try await rig.get(Self.path), ["name": "Mine"])
        _ = try await save(rig, ["name": "Theirs", "age": "33"])
        let page = try await rig.post(Self.path, old)
        #expect(page.status == .conflict && page.isSound(in: .english))
        #expect(page.text.contains("value=\"Theirs\"") && !page.text.contains("Mine"))
        #expect(page.text.contains("changed elsewhere") && page.hidden("version") == "2")
        let again = try await rig.post(Self.path, try form(page, ["name": "Mine"]))
        #expect(again.status == .seeOther)
        #expect(try await rig.get("/account?lang=en").text.contains("33</dd>"))
    }

    @Test func `onboarding advances step by step and can be completed`() async throws {
        let rig = try await WebRig()
        _ = try await rig.guest()
        #expect(try await rig.get("/account?lang=en").text.contains("Not started yet</dd>"))
        let skipped = try await save(rig, ["name": "Test User 1"], step: "goals")
        #expect(skipped.status == .unprocessableEntity && skipped.text.contains("complete the current step first"))
        #expect(try await save(rig, [:], step: "aboutYou").status == .seeOther)
        #expect(try await save(rig, [:], step: "goals").status == .seeOther)
        let early = try await save(rig, ["name": ""], to: "finish")
        #expect(early.status == .unprocessableEntity && early.text.contains("id=\"field-name-error\""))
        #expect(try await save(rig, ["name": "Test User 1"], to: "finish").status == .seeOther)
        #expect(try await rig.get("/account?lang=en").text.contains("Completed</dd>"))
        let page = try await rig.get(Self.path)
        #expect(!page.text.contains("name=\"step\"") && !page.text.contains("value=\"finish\""))
    }

    @Test
    func `the form rejects cross-site requests, forged tokens and missing cookies, and ignores server-owned fields`()
        async throws
    {
        let rig = try await WebRig()
        _ = try await rig.guest()
        let page = try await rig.get(Self.path)
        let foreign = try await rig.post(
            Self.path, try form(page, ["name": "x"]), headers: [("Sec-Fetch-Site", "cross-site")])
        #expect(foreign.status == .forbidden)
        var forged = try form(page, ["name": "x"])
        forged[0] = ("token", "forged")
        #expect(try await rig.post(Self.path, forged).status == .forbidden)
        _ = try await save(rig, ["name": "Test User 1", "isSubscribed": "true"])
        #expect(try await rig.storedProfile() == ["isSubscribed": false, "name": "Test User 1"])
        rig.forgetCookies()
        #expect(try await rig.get(Self.path).status == .seeOther)
        #expect(try await rig.post(Self.path, try form(page, ["name": "y"])).status == .seeOther)
    }

    @Test func `a string that no form can carry has no input and remains unchanged`() throws {
        let stored: JSONObject = ["name": "a\u{0}b", "place": ["city": "\u{1b}[0m", "latitude": 1]]
        let form = ProfileForm(ServerRig.profile, showing: stored)
        #expect(!form.inputs.map(\.name).contains("name") && !form.inputs.map(\.name).contains("place.city"))
        let posted = try QueryParameters(formBody: Array("profile.name=x&profile.place.latitude=2".utf8))
        let changes = ProfileForm(ServerRig.profile, posted: posted, for: stored).changes(to: stored)
        #expect(changes == ["place": ["city": "\u{1b}[0m", "latitude": 2]])
    }

    @Test func `values that a form cannot show remain unchanged`() throws {
        let stored: JSONObject = [
            "goals": "no list", "age": "33", "place": ["city": "a\r\nb", "zip": "69000"], "name": 1,
        ]
        var form = ProfileForm(ServerRig.profile, showing: stored)
        #expect(form.changes(to: stored).isEmpty)
        form["place.latitude"] = "45.76"
        form["goals"] = "one"
        let place: JSONObject = [
            "city": "a\r\nb", "zip": "69000", "latitude": .number(try #require(JSONNumber(text: "45.76"))),
        ]
        #expect(form.changes(to: stored) == ["goals": ["one"], "place": .object(place)])
    }
}
