import AuthServiceExample
import Foundation
import Sesame
import SesameTesting
import Testing

@Suite struct AuthServiceTests {
    private func parts() throws -> BuildConfiguration.Parts {
        struct Browser: WebAuthentication {
            func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
                throw AuthError(.cancelled, "nobody is there")
            }
        }
        return .init(
            server: try #require(URL(string: "https://sign-in.example.com")),
            developmentServer: try #require(URL(string: "http://127.0.0.1:8080")), storage: .mock(),
            apple: AgreeableSheet(method: .apple), browser: Browser())
    }

    @Test(arguments: [true, false])
    func `a mock build starts signed in or signed out as configured`(isSignedIn: Bool) async throws {
        let container = Container(try BuildConfiguration.mock(isSignedIn: isSignedIn).authConfiguration(parts()))
        await container.authManager.restore()
        #expect((container.authManager.auth != nil) == isSignedIn)
        try await container.authManager.signInAnonymously()
        #expect(container.authManager.auth != nil)
    }

    @Test func `Apple sign-in uses a web page in development and the sheet in production`() throws {
        #expect(try BuildConfiguration.dev.authConfiguration(parts()).apple is WebSignIn)
        let production = try BuildConfiguration.prod.authConfiguration(parts())
        #expect(production.apple is AgreeableSheet && production.storage.sessions is MockSessionStore)
    }

    @Test(
        arguments: [
            (.notAuthenticated, .signIn), (.userDeleted, .signIn), (.invalidToken, .signIn), (.offline, .offline),
            (.reauthenticationRequired, .confirm), (.cancelled, .none), (.internal, .message(.internal)),
        ] as [(AuthError.Code, SettingsModel.Step)])
    func `each deletion error leads to its step in the settings`(code: AuthError.Code, step: SettingsModel.Step)
        async throws
    {
        let service = MockAuthService()
        let auth = AuthManager(service: service, store: MockSessionStore(.sample(1)))
        await auth.restore()
        service.fail(.delete, with: AuthError(code, "no"))
        #expect(await SettingsModel(auth).deleteAccount() == step)
    }

    @Test func `deleting the account signs the user out`() async throws {
        let auth = AuthManager(service: MockAuthService(), store: MockSessionStore(.sample(1)))
        await auth.restore()
        let settings = SettingsModel(auth)
        #expect(try settings.accountID() == "uid-1")
        #expect(await settings.deleteAccount() == .signIn)
        #expect(throws: AuthError.self) { try settings.accountID() }
        #expect(await settings.deleteAccount() == .signIn)
    }
}
