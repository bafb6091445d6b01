import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// A guest who signs in on the server's own page.
@Suite struct GuestWebSignInTests {
    let service = MockAuthService()
    let manager: AuthManager

    init() {
        manager = AuthManager(service: service, store: MemorySessionStore(.sample(100, user: .guest)))
    }

    /// A browser whose person agrees at once; it notes the addresses.
    private struct Browser: WebAuthentication {
        let pages = Locked<[URL]>([])

        func authenticate(_ attempt: WebAttempt) async throws(AuthError) -> WebAnswer {
            let page = try attempt.url(redirectURI: "x:/y")
            let fields = FormEncoding.decode(page.query ?? "") ?? []
            let state = fields.first { $0.name == "state" }?.value ?? ""
            pages.withLock { $0.append(page) }
            let answer = FormEncoding.encode([
                (name: "code", value: "c-\(pages.withLock { $0.count })"), ("state", state),
                ("iss", "https://auth.example.com"),
            ])
            guard let url = URL(string: "x:/y?\(answer)") else { throw AuthError(.internal, "no address") }
            return WebAnswer(redirectURI: "x:/y", url: url)
        }
    }

    @Test func `a guest keeps the account by the server's page, too, which is told so by a nonce of their session`()
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
}
