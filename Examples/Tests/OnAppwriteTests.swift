import Foundation
import Guide
import Sesame
import SesameAppwrite
import SesameTesting
import SesameWire
import Testing

@Suite struct OnAppwriteTests {
    /// A browser that the user closes at once. It records the opened pages.
    struct Browser: WebAuthentication {
        let shown = Locked<[URL]>([])

        func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
            let redirectURI = attempt.redirectURI ?? ""
            let url = try attempt.url(redirectURI: redirectURI)
            shown.withLock { $0.append(url) }
            throw AuthError(.cancelled, "the user cancelled the sign-in")
        }
    }

    @Test func `a stored session restores the user at the start`() async throws {
        let app = try #require(
            OnAppwrite(storage: .mock(sessions: MockSessionStore(.sample(1))), apple: AgreeableSheet(method: .apple)))
        #expect(try await app.start().uid == "uid-1")
    }

    @Test func `signing in with another provider opens Appwrite's own OAuth page`() async throws {
        let app = try #require(OnAppwrite(storage: .mock(), apple: AgreeableSheet(method: .apple)))
        let project = try #require(AppwriteProject(cloudRegion: "fra", id: "familysync"))
        let browser = Browser()
        let error = await #expect(throws: AuthError.self) {
            _ = try await app.signIn(with: "github", at: project, in: browser)
        }
        #expect(error?.code == .cancelled)
        let page = try #require(browser.shown.withLock { $0.first })
        #expect(page.host == "fra.cloud.appwrite.io" && page.path == "/v1/account/tokens/oauth2/github")
    }
}
