import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of a guest's sign-in on the server's own page.
@Suite struct GuestWebSignInTests {
    let service = MockAuthService()
    let manager: AuthManager

    init() {
        manager = AuthManager(service: service, store: MemorySessionStore(.sample(100, user: .guest)))
    }

    /// A browser whose user consents at once. It records the opened pages.
    private struct Browser: WebAuthentication {
        let pages = Locked<[URL]>([])
        /// The closure to run while the page is open.
        var meanwhile: @Sendable () -> Void = {}

        func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
            let page = try attempt.url(redirectURI: "x:/y")
            let fields = FormEncoding.decode(page.query ?? "") ?? []
            let state = fields.first { $0.name == "state" }?.value ?? ""
            pages.withLock { $0.append(page) }
            meanwhile()
            let answer = FormEncoding.encode([
                (name: "code", value: "c-\(pages.withLock { $0.count })"), ("state", state),
                ("iss", "https://auth.example.com"),
            ])
            guard let url = URL(string: "x:/y?\(answer)") else { throw AuthError(.internal, "no address") }
            return WebSignInResult(redirectURI: "x:/y", url: url)
        }
    }

    @Test func `a sign-in on the server's page preserves the guest, by a nonce bound to the session`()
        async throws
    {
        let browser = Browser()
        let page = WebSignIn(
            server: try #require(URL(string: "https://auth.example.com")), app: "couple", redirectURI: "x:/y",
            browser: browser)
        let user = try await manager.signIn(using: page).user
        #expect(user.uid == UserAuthInfo.guest.uid && !user.isAnonymous)
        #expect(service.count(of: .link) == 1 && service.count(of: .exchange) == 0)
        await manager.signOut()
        try await manager.signIn(using: page)
        #expect(service.count(of: .link) == 1 && service.count(of: .exchange) == 1)
        let links = browser.pages.withLock { pages in
            pages.map { page in FormEncoding.decode(page.query ?? "")?.first { $0.name == "link" }?.value }
        }
        #expect(links == ["n-s-100-1", nil])
    }

    @Test func `a credential that the app requests itself preserves the guest, too`() async throws {
        let page = WebSignIn(
            server: try #require(URL(string: "https://auth.example.com")), app: "couple", redirectURI: "x:/y",
            browser: Browser())
        let credential = try await page.credential(for: manager.request(for: .signIn))
        #expect(try await manager.signIn(with: credential).user.uid == UserAuthInfo.guest.uid)
        #expect(service.count(of: .link) == 1 && service.count(of: .exchange) == 0)
        // A wrapper of the source forwards the request that it received.
        let guest = AuthManager(service: service, store: MemorySessionStore(.sample(101, user: .guest)))
        let request = CredentialRequest { () async throws(AuthError) in try await guest.nonce(for: .signIn) }
        #expect(
            try await guest.signIn(with: try await page.credential(for: request)).user.uid == UserAuthInfo.guest.uid)
    }

    @Test func `a code requested for linking is rejected in a sign-in`() async throws {
        let code = AuthCredential.authorizationCode(
            AuthorizationCode(
                code: Secret("c"), verifier: Secret("v"), redirectURI: "r", clientID: "c", isForLinking: true))
        let nobody = AuthManager(service: service, store: MemorySessionStore())
        await expectError(.invalidRequest) { try await nobody.signIn(with: code) }
    }

    @Test func `a guest whose session ends on the page is not sent there again`() async throws {
        let browser = Browser { [service] in
            service.fail(.link, .refresh, with: AuthError(.sessionRevoked, "meanwhile"))
        }
        let page = WebSignIn(
            server: try #require(URL(string: "https://auth.example.com")), app: "couple", redirectURI: "x:/y",
            browser: browser)
        await expectError(.sessionRevoked) { try await manager.signIn(using: page) }
        #expect(browser.pages.withLock { $0.count } == 1 && service.count(of: .exchange) == 0)
    }
}
