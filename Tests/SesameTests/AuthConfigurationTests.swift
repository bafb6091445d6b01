import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct AuthConfigurationTests {
    @Test func `a signed-in mock restores its user, signs out and in, and deletes the account`() async throws {
        let manager = AuthManager(.mock(signedInAs: .mock(role: "ACTEUR")))
        #expect(await manager.restore() == .signedIn(.mock(role: "ACTEUR")))
        _ = try await manager.accessToken(rejecting: try await manager.accessToken())
        await manager.signOut()
        #expect(manager.auth == nil)
        try await manager.signInWithApple()
        #expect(try manager.getAuthId() == "preview-user")
        try await manager.deleteAccount()
        #expect(manager.auth == nil)
    }

    @Test func `a signed-out mock restores no session, and its guest can be upgraded`() async throws {
        let manager = AuthManager(.mock())
        #expect(await manager.restore() == .signedOut(.noSession))
        let guest = try await manager.signInAnonymously()
        #expect(guest.isAnonymous)
        let upgrade = try await manager.upgrade(with: .apple(user: "u"))
        #expect(upgrade.user.uid == guest.uid)
        #expect(!upgrade.user.isAnonymous)
        #expect(manager.auth?.providers == ["apple"])
    }

    @Test func `an app can use the manager through its protocols`() async throws {
        let manager: any AuthManagerProtocol & AccessTokenSource & AccountLinking = AuthManager(.mock())
        await manager.restore()
        try await manager.signInWithGoogle(result: GoogleSignInResult(idToken: Secret("t"), role: "RECRUTEUR"))
        #expect(manager.auth?.role == "RECRUTEUR")
        #expect(try manager.getAuthId() == manager.auth?.uid)
        _ = try await manager.accessToken()
        try await manager.upgrade(with: .apple(user: "u"), profile: [:], onConflict: .fail)
        try await manager.deleteAccount()
    }

    @Test func `in development, both sign-ins open the server's page with the provider preselected`() async throws {
        let server = try #require(URL(string: "http://127.0.0.1:8080"))
        let browser = GoogleWebSignInTests.Browser(
            query: "state=STATE&error=access_denied&iss=http%3A%2F%2F127.0.0.1%3A8080")
        let configuration = AuthConfiguration.development(
            server: server, app: "couple", storage: .memory, browser: browser,
            redirectURI: "com.example.couple:/callback")
        let manager = AuthManager(configuration)
        await expectError(.cancelled) { try await manager.signInWithApple() }
        await expectError(.cancelled) { try await manager.signInWithGoogle() }
        let pages = browser.shown.withLock { $0.map(\.absoluteString) }
        #expect(pages.allSatisfy { $0.hasPrefix("http://127.0.0.1:8080/authorize?") })
        #expect(pages.allSatisfy { $0.contains("redirect_uri=com.example.couple%3A%2Fcallback") })
        #expect(pages.map { $0.contains("provider=apple") } == [true, false])
        #expect(pages.map { $0.contains("provider=google") } == [false, true])
    }

    @Test func `a chosen role is sent with the token, or to the server's page`() async throws {
        let clock = ManualClock()
        let service = MockAuthService(clock: clock.clock, users: [.first])
        let server = try #require(URL(string: "https://auth.example.com"))
        let browser = GoogleWebSignInTests.Browser(
            query: "state=STATE&code=c&iss=https%3A%2F%2Fauth.example.com")
        let page = WebSignIn(server: server, app: "castmate", provider: .google, browser: browser)
        var configuration = AuthConfiguration(
            service: service, storage: .memory, clock: clock.clock,
            apple: PreviewCredentialSource(method: .apple), google: PreviewCredentialSource(method: .google))
        try await AuthManager(configuration).signInWithApple(role: "ACTEUR")
        try await AuthManager(configuration).signInWithGoogle(role: "RECRUTEUR")
        try await AuthManager(configuration).signInWithGoogle()
        configuration.google = page
        try await AuthManager(configuration).signInWithGoogle(role: "ACTEUR")
        #expect(service.credentials.map(\.role) == ["ACTEUR", "RECRUTEUR", nil, nil])
        let shown = try #require(browser.shown.withLock { $0.first?.query })
        #expect(shown.hasSuffix("&provider=google&role=ACTEUR"))
    }

    @Test func `a provider without a configured source throws providerRequired`() async throws {
        let server = try #require(URL(string: "https://auth.example.com"))
        let manager = AuthManager(.production(server: server, app: "couple", storage: .memory))
        await expectError(.providerRequired) { try await manager.signInWithApple() }
        await expectError(.providerRequired) { try await manager.signInWithGoogle() }
    }
}
