import Crypto
import Foundation
import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameWire
import Testing

@Suite struct `The providers' pages` {
    let rig = Rig()

    private func page(
        _ provider: ProviderKind, _ changes: [String: String?] = [:], language: String? = nil
    ) async throws -> String {
        let headers = HTTPHeaders(language.map { [("Accept-Language", $0)] } ?? [])
        let response = try await rig.open(provider, changes, headers: headers)
        #expect(response.status == .ok)
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test(arguments: [(ProviderKind.google, "Development Google"), (.apple, "Development Apple")])
    func `the page names the development provider and offers five users`(
        _ provider: ProviderKind, _ title: String
    ) async throws {
        let page = try await page(provider)
        #expect(page.contains("<strong>\(title)</strong> — anybody can sign in as anybody"))
        #expect(page.contains("<strong>castmate</strong>"))
        for number in 1...5 {
            #expect(page.contains("<button name=\"user\" value=\"\(number)\">Test User \(number)<small>"))
        }
        #expect(page.contains("name=\"action\" value=\"deny\""))
        #expect(page.contains("name=\"action\" value=\"generate\""))
        #expect(!page.contains("<script"))
    }

    @Test(
        arguments: [
            ("fr", nil, "fr"), ("fr-CA,fr;q=0.9,en;q=0.8", nil, "fr"), ("en;q=0.5, fr;q=0.7", nil, "fr"),
            ("de, it", nil, "en"), ("fr;q=0, en;q=0.1", nil, "en"), (nil, nil, "en"), ("en", "fr-FR", "fr"),
            ("fr", "de en", "en"), ("fr", "de", "fr"),
        ] as [(String?, String?, String)])
    func `the page is in English or French`(_ accepted: String?, _ asked: String?, _ language: String) async throws {
        let page = try await page(.google, asked.map { ["ui_locales": $0] } ?? [:], language: accepted)
        #expect(page.contains("<html lang=\"\(language)\">"))
        #expect(page.contains(language == "fr" ? "Choisissez un compte" : "Choose an account"))
    }

    @Test(arguments: [("locale", ProviderKind.apple), ("hl", .google)])
    func `each vendor's own language parameter is used`(_ name: String, _ provider: ProviderKind) async throws {
        #expect(try await page(provider, [name: "fr_FR"]).contains("<html lang=\"fr\">"))
    }

    @Test func `only the declared script may run, and only where it is needed`() async throws {
        let chooser = try await rig.open(.apple)
        let form = try await rig.press(.apple, ["user": "1"])
        for response in [chooser, form, try await rig.open(.apple, ["client_id": nil])] {
            let page = String(decoding: response.body, as: UTF8.self)
            let policy = try #require(response.headers.first(name: "Content-Security-Policy"))
            #expect(policy.hasPrefix("default-src 'none'; "))
            #expect(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"))
            // Browsers apply `form-action` to redirects after a form too, and their target is not known here.
            #expect(!policy.contains("form-action") && !policy.contains("unsafe"))
            let style = try #require(page.firstMatch(of: /<style>([\s\S]*?)<\/style>/)).output.1
            #expect(policy.contains("style-src 'sha256-\(digest(style))'"))
            let script = page.firstMatch(of: /<script>([\s\S]*?)<\/script>/)?.output.1
            #expect(script.map { policy.contains("script-src 'sha256-\(digest($0))'") } ?? !policy.contains("script"))
            #expect(response.headers.first(name: "Referrer-Policy") == "strict-origin")
            #expect(response.headers.first(name: "X-Frame-Options") == "DENY")
            #expect(response.headers.first(name: "Cache-Control") == "no-store")
        }
        let page = String(decoding: form.body, as: UTF8.self)
        #expect(page.contains("<script>document.forms[0].submit()</script>"))
        #expect(page.contains("<noscript><button"))
    }

    private func digest(_ part: Substring) -> String {
        Data(SHA256.hash(data: Array(part.utf8))).base64EncodedString()
    }

    @Test(arguments: ["\"><script>alert(1)</script>", "'&<>\"", "</title><b>"])
    func `input never becomes markup`(_ words: String) async throws {
        let state = try await rig.press(.apple, ["user": "1"], ["state": words])
        #expect(try Callback(state).parameters["state"] == words)
        let slip = try await rig.press(.google, ["action": "add", "email": words, "name": words])
        let scope = try await rig.open(.apple, ["scope": words])
        let hint = try await rig.open(.google, ["login_hint": words + "@"])
        for response in [state, slip, scope, hint] {
            let page = String(decoding: response.body, as: UTF8.self)
            #expect(!page.contains(words))
            #expect(!page.contains("alert(1)</script>"))
        }
    }

    @Test func `another account signs in under its name and is offered from then on`() async throws {
        let form = ["action": "add", "email": " ada@example.com ", "name": "Ada King Lovelace"]
        let user = try #require(try await rig.callback(.apple, form)["user"])
        #expect(
            try JSONValue(parsing: Array(user.utf8)) == [
                "name": ["firstName": "Ada", "lastName": "King Lovelace"], "email": "ada@example.com",
            ])
        let page = try await page(.apple)
        #expect(page.contains("<button name=\"email\" value=\"ada@example.com\">Ada King Lovelace<small>"))
        #expect(page.contains("has signed in here before"))
        #expect(try await rig.callback(.apple, ["email": "ada@example.com"])["user"] == nil)
        let minted = try await rig.mint(.apple, ["app": "castmate", "email": "ada@example.com"])
        let code = try await rig.code(.apple, ["email": "ada@example.com"])
        let tokens = try await rig.tokens(.apple, ["code": code])
        #expect(try Parts(try #require(tokens["id_token"]?.string)).claims["sub"] == minted.claims["sub"])
    }

    @Test func `another account without a name is named as a Test User`() async throws {
        let code = try await rig.code(.google, ["action": "add", "email": "someone@example.net", "name": ""])
        let tokens = try await rig.tokens(.google, ["code": code])
        let claims = try Parts(try #require(tokens["id_token"]?.string)).claims
        #expect(claims["email"] == "someone@example.net")
        #expect(claims["name"]?.string?.hasPrefix("Test User ") == true)
    }

    @Test func `entering a Test User's email address signs in that Test User`() async throws {
        let sub = try rig.providers.apple.testUser(2, for: Rig.castmate).subject
        _ = try await rig.code(.apple, ["action": "add", "email": "test.user.2@example.com"])
        let consents = try await rig.json(.GET, "/__dev/consents")["apple"]?["consents"]?.array
        #expect(consents?.map { $0["sub"] } == [.string(sub)])
        #expect(try await page(.apple).matches(of: /Test User 2</).count == 1)
    }

    @Test func `a generated account is the next Test User and is offered until a reset`() async throws {
        for number in 6...7 {
            let user = try #require(try await rig.callback(.apple, ["action": "generate"])["user"])
            #expect(user.contains("User \(number)"))
        }
        #expect(try await page(.apple).contains("Test User 6<small>"))
        rig.providers.reset()
        #expect(try await !page(.apple).contains("Test User 6<small>"))
    }

    @Test(arguments: [
        (["action": "add", "email": "someone"], "Enter an email address"),
        (["action": "add", "email": "a@b@c"], "Enter an email address"),
        (["action": "add", "email": "a b@example.com"], "Enter an email address"),
        (["action": "add"], "Enter an email address"),
        (["email": "a@b", "name": "a\nb"], "control characters"),
        (["email": "a@b", "name": String(repeating: "x", count: 101)], "100 characters"),
        (["user": "0"], "Choose again"), (["user": "x"], "Choose again"), ([:], "Choose again"),
        (["action": "dance"], "Choose again"),
    ])
    func `invalid input is reported on the page, and no code is issued`(_ form: [String: String], _ words: String)
        async throws
    {
        let response = try await rig.press(.google, form)
        #expect(response.status == .badRequest)
        let page = String(decoding: response.body, as: UTF8.self)
        #expect(page.contains("role=\"alert\" id=\"slip\">") && page.contains(words))
        #expect(page.contains("value=\"\(form["email"] ?? "")\""))
        #expect(try await rig.json(.GET, "/__dev/consents")["google"]?["codes"] == [])
    }

    @Test func `the user named by login_hint is offered first`() async throws {
        let page = try await page(.google, ["login_hint": "test.user.4@example.com"])
        #expect(try #require(page.firstMatch(of: /name="user" value="(\d)"/)).output.1 == "4")
        let stranger = try await self.page(.google, ["login_hint": "ada@example.com"])
        #expect(stranger.contains("name=\"email\" value=\"ada@example.com\""))
    }

    @Test func `only Apple offers to hide the email address, and only if it is requested`() async throws {
        #expect(try await page(.apple).contains("name=\"sharing\" value=\"hide\""))
        #expect(try await !page(.apple, ["scope": "name"]).contains("sharing"))
        #expect(try await !page(.google).contains("sharing"))
    }
}
