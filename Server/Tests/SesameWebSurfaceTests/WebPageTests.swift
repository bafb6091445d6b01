import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameText
import Testing

@testable import SesameWebSurface

struct WebPageTests {
    @Test func `a template escapes text and inserts markup unchanged`() {
        let template = Template("<p title=\"{{title}}\">{{{body}}}</p>{{other}}")
        #expect(template.names == ["title", "body", "other"])
        let result = template.render(["title": "\"<&'>", "body": .markup("<b>x</b>"), "more": "y"]).text
        #expect(result == "<p title=\"&quot;&lt;&amp;&#39;&gt;\"><b>x</b></p>{{other}}")
    }

    @Test(arguments: WebAssets.Page.allCases)
    func `every template is part of the program`(page: WebAssets.Page) {
        #expect(!WebAssets()[page].names.isEmpty)
    }

    @Test(arguments: WebAssets.Asset.allCases)
    func `an asset is cached permanently, and only under its versioned name`(asset: WebAssets.Asset) async throws {
        let rig = try await WebRig()
        let answer = try await rig.get(rig.pages.files.path(asset))
        #expect(answer.status == .ok && !answer.body.isEmpty)
        #expect(answer.headers["Cache-Control"] == ["public, max-age=31536000, immutable"])
        #expect(try await rig.get("/assets/\(asset.rawValue)").status == .notFound)
    }

    @Test(arguments: Language.allCases)
    func `every page is valid in both languages`(language: Language) async throws {
        let rig = try await WebRig()
        let code = language.rawValue
        for path in ["/", "/apps/couple", "/apps/castmate", "/apps/castmate?role=ACTEUR", "/register", "/apps/no"] {
            let page = try await rig.get(path + (path.contains("?") ? "&" : "?") + "lang=\(code)")
            #expect(page.isSound(in: language), "\(path): \(page.text)")
        }
        _ = try await rig.guest()
        for path in ["/account", "/account/delete"] {
            let page = try await rig.get("\(path)?lang=\(code)")
            #expect(page.status == .ok && page.isSound(in: language), "\(path): \(page.text)")
        }
    }

    @Test(arguments: SignInNotice.allCases, Language.allCases)
    func `every notice has a title and an explanation in both languages`(notice: SignInNotice, language: Language)
        async throws
    {
        let rig = try await WebRig()
        let request = try rig.request(.GET, "/?lang=\(language.rawValue)")
        let page = rig.pages.notice(notice, app: nil, request: request, status: .badRequest)
        let text = NoticeText.text(of: notice)
        #expect(page.isSound(in: language))
        #expect(page.text.contains(Markup.escaped(text.title[language])))
        #expect(!text.lead[language].isEmpty)
    }

    @Test(arguments: [
        ("fr-CH, fr;q=0.9, en;q=0.8", Language.french), ("de, en;q=0.5", .english),
        ("fr;q=0.1,en-GB;q=0.2", .english),
        ("fr_CA", .french), ("FR, en;q=0.9", .french), ("frr, en;q=0.1", .english),
        ("de", nil), ("", nil), ("fr;q=0", nil), ("fr;q=much", nil),
    ])
    func `a browser's preferred language is found`(header: String, language: Language?) {
        #expect(Language(accepting: header) == language)
    }

    @Test func `a label missing in the reader's language is shown in the app's language`() throws {
        let labels = AppLabels(["fr": ["ACTEUR": "Acteur", "nom": "Nom"], "en": ["nom": "Last name"]])
        let app = App(id: try #require(AppID("castmate")), labels: labels, language: "fr")
        #expect(app.label("nom")[.english] == "Last name" && app.label("ACTEUR")[.english] == "Acteur")
        #expect(app.label("bio")[.english] == "bio")
    }

    @Test func `without a language from the browser the app's language is used`() async throws {
        let rig = try await WebRig()
        #expect(try await rig.get("/apps/castmate").isSound(in: .french))
        #expect(try await rig.get("/apps/couple").isSound(in: .english))
    }

    @Test func `pages load nothing from other sites and cannot be framed`() async throws {
        let page = try await WebRig().get("/")
        let policy = try #require(page.headers["Content-Security-Policy"].first)
        for part in ["default-src 'none'", "style-src 'self'", "form-action 'self'", "frame-ancestors 'none'"] {
            #expect(policy.contains(part))
        }
        #expect(page.headers["X-Content-Type-Options"] == ["nosniff"])
        #expect(page.headers["Cache-Control"] == ["no-store"])
    }

    @Test func `an app's page links only to what the app offers`() async throws {
        let rig = try await WebRig(offers: [])
        let page = try await rig.get("/apps/couple")
        #expect(!page.text.contains("/sign-in/") && page.text.contains("/apps/couple/guest"))
        let role = try await WebRig().get("/apps/castmate?role=RECRUTEUR")
        #expect(role.text.contains("/sign-in/google?app=castmate&amp;role=RECRUTEUR"))
        #expect(!role.text.contains("/guest\""))
    }
}
