import FamilySyncExample
import Foundation
import Sesame
import SesameAppwrite
import SesameTesting
import Testing

@Suite struct FamilySyncTests {
    let service = MockAuthService()

    @Test func `Apple's ID token and authorization code are passed on without the user's name`() async throws {
        let auth = AuthManager(service: service, store: MockSessionStore())
        try await auth.signIn(using: AppleSignInService(AgreeableSheet(method: .apple)))
        guard case .apple(let token, _, _, let code, let name)? = service.credentials.last else {
            Issue.record("nobody signed in with Apple")
            return
        }
        #expect(token == Secret("test-user-1") && code == Secret("c-1") && name == nil)
    }

    @Test func `the app's configuration uses its own Apple sign-in service and no Google`() async throws {
        let server = try #require(URL(string: "https://sign-in.example.com"))
        let configuration = FamilySyncConfiguration(endpoint: server).authConfiguration(
            storage: .memory, apple: AgreeableSheet(method: .apple))
        #expect(configuration.apple is AppleSignInService && configuration.google == nil)
    }

    @Test func `the app's Appwrite configuration uses its own Apple sign-in service and its project`() async throws {
        let endpoint = try #require(URL(string: "https://fra.cloud.appwrite.io/v1"))
        let configuration = AppwriteConfig(endpoint: endpoint, projectId: "familysync").authConfiguration(
            storage: .memory, apple: AgreeableSheet(method: .apple))
        #expect(configuration.apple is AppleSignInService && configuration.google == nil)
        let service = try #require(configuration.service as? AppwriteAuthService)
        #expect(service.project.endpoint == endpoint && service.project.id == "familysync")
    }

    @Test func `a deletion that needs a recent sign-in reauthenticates with Apple's sheet`() async throws {
        let auth = AuthManager(service: service, store: MockSessionStore())
        let apple = AppleSignInService(AgreeableSheet(method: .apple))
        try await auth.signIn(using: apple)
        let account = AccountModel(auth, apple: apple)
        service.failNext(.delete, with: AuthError(.reauthenticationRequired, "too long ago"))
        service.deletion = AccountDeletion(manualRevocation: [.apple])
        #expect(try await account.deleteAccount().manualRevocation == [.apple])
        #expect(auth.auth == nil)
        #expect(service.count(of: .reauthenticate) == 1)
    }

    @Test func `signing out works without a network`() async throws {
        let auth = AuthManager(service: service, store: MockSessionStore(.sample(1)))
        await auth.restore()
        service.isOffline = true
        await AccountModel(auth, apple: AgreeableSheet(method: .apple)).signOut()
        #expect(auth.auth == nil)
    }
}
