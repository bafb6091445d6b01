import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameAppwrite

@Suite struct AppwriteWebSignInTests {
    /// A browser that returns with the given query, after replacing STATE with the state that the page was opened with.
    struct Browser: WebAuthentication {
        let shown = Locked<[URL]>([])
        let query: String

        func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
            let redirectURI = attempt.redirectURI ?? "http://127.0.0.1:5555/callback"
            let url = try attempt.url(redirectURI: redirectURI)
            shown.withLock { $0.append(url) }
            let success = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.first {
                $0.name == "success"
            }
            let state = success?.value?.split(separator: "=").last.map(String.init) ?? ""
            let back = "\(redirectURI)?\(query.replacingOccurrences(of: "STATE", with: state))"
            guard let answer = URL(string: back) else { throw AuthError(.internal, "no address") }
            return WebSignInResult(redirectURI: redirectURI, url: answer)
        }
    }

    private let request = CredentialRequest { () async throws(AuthError) in throw AuthError(.internal, "none is needed")
    }

    private func source(_ browser: Browser, provider: String = "apple", scopes: [String] = []) throws
        -> AppwriteWebSignIn
    {
        let project = try AppwriteProject.double()
        return AppwriteWebSignIn(
            project: project, provider: provider, scopes: scopes, redirectURI: AppwriteWebSignIn.callback(of: project),
            browser: browser)
    }

    @Test func `the browser opens the project's OAuth page and returns an Appwrite token`() async throws {
        let server = AppwriteDouble()
        let service = AppwriteAuthService(project: try .double(), transport: server)
        let user = try await service.exchange(.google(1, try await service.nonce())).user
        server.withState { $0.tokens["t&1"] = user.uid }
        let browser = Browser(query: "state=STATE&secret=t%261&userId=\(user.uid)")
        let credential = try await source(browser, scopes: ["name", "email"]).credential(for: request)
        #expect(try await service.exchange(credential).user.uid == user.uid)
        let page = try #require(browser.shown.withLock { $0.first })
        let parts = try #require(URLComponents(url: page, resolvingAgainstBaseURL: true))
        #expect(parts.path == "/v1/account/tokens/oauth2/apple" && parts.host == "fra.cloud.appwrite.io")
        let items = parts.queryItems ?? []
        #expect(items.map(\.name) == ["project", "success", "failure", "scopes[]", "scopes[]"])
        #expect(items[0].value == "p" && items[1].value == items[2].value && items[3].value == "name")
        #expect(items[1].value?.hasPrefix("appwrite-callback-p://localhost?state=") == true)
    }

    @Test func `the state is added to the query of a redirect URI`() throws {
        let page = AppwriteOAuthPage(project: try .double(), provider: "apple", scopes: [], state: "s")
        let url = try page.url(redirectURI: "https://app.example.com/back?from=sesame")
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems
        #expect(items?.first { $0.name == "success" }?.value == "https://app.example.com/back?from=sesame&state=s")
    }

    @Test func `each attempt has its own state`() async throws {
        let browser = Browser(query: "state=STATE&secret=t&userId=u")
        for _ in 0..<2 { _ = try await source(browser).credential(for: request) }
        #expect(Set(browser.shown.withLock { $0 }).count == 2)
    }

    @Test(
        arguments: [
            "secret=t&userId=u", "state=other&secret=t&userId=u", "state=STATE&state=STATE&secret=t&userId=u",
            "state=STATE&userId=u", "state=STATE&secret=&userId=u", "state=STATE&secret=t&secret=t&userId=u",
            "state=STATE&secret=t", "state=STATE&secret=t&userId=", "",
        ])
    func `a redirect with a missing, repeated, empty or foreign parameter is rejected`(query: String) async throws {
        await expectError(.invalidRequest) { _ = try await source(Browser(query: query)).credential(for: request) }
    }

    @Test(
        arguments: [
            (
                #"{"message":"The Apple OAuth2 provider returned an error: user_cancelled_authorize","type":"user_oauth2_provider_error","code":424}"#,
                .cancelled
            ),
            (#"{"message":"… error: access_denied","type":"user_oauth2_provider_error","code":424}"#, .cancelled),
            (#"{"message":"m","type":"user_oauth2_provider_error","code":424}"#, .providerUnavailable),
            (#"{"message":"m","type":"user_already_exists","code":409}"#, .credentialInUse),
            (#"{"message":"m","type":"user_blocked","code":403}"#, .userDisabled),
            (#"{"message":"(role: guests)","type":"general_unauthorized_scope","code":401}"#, .invalidRequest),
            ("{}", .invalidRequest), ("not JSON", .invalidRequest),
        ] as [(String, AuthError.Code)])
    func `an error in the redirect becomes the matching AuthError code, if the state is right`(
        error: String, code: AuthError.Code
    ) async throws {
        let text = error.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let browser = Browser(query: "state=STATE&error=\(text)&secret=t&userId=u")
        await expectError(code) { _ = try await source(browser).credential(for: request) }
        let foreign = Browser(query: "state=other&error=\(text)")
        await expectError(.invalidRequest) { _ = try await source(foreign).credential(for: request) }
    }

    @Test func `an invalid provider name is rejected before the browser opens`() async throws {
        for name in ["", "a/b", "a?b", "é", ".."] {
            let browser = Browser(query: "state=STATE&secret=t&userId=u")
            await expectError(.invalidRequest) {
                _ = try await source(browser, provider: name).credential(for: request)
            }
            #expect(browser.shown.withLock { $0.isEmpty })
        }
    }

    @Test func `the source's method is apple for Apple, and browser for other providers`() throws {
        #expect(try source(Browser(query: ""), provider: "apple").method == .apple)
        #expect(try source(Browser(query: ""), provider: "github").method == .browser)
    }
}
