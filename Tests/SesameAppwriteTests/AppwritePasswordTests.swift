import Sesame
import SesameAppwrite
import SesameCore
import Testing

@Suite struct AppwritePasswordTests {
    let server = AppwriteDouble()
    private let credential = PasswordCredential(email: "test.user.1@example.com", password: Secret("a long password"))

    private func service(_ pages: AppwriteEmailRedirects? = nil) throws -> AppwriteAuthService {
        AppwriteAuthService(project: try .double(), mailPages: pages, transport: server)
    }

    @Test func `emails link to the app's own pages, and a reset names the user's language`() async throws {
        let service = try service(.double())
        let session = try await service.exchange(.passwordRegistration(PasswordRegistration(credential))).session
        try await service.sendPasswordReset(to: credential.email, language: "fr")
        #expect(server.requests.last?.headers["X-Appwrite-Locale"] == Secret("fr"))
        try await service.sendVerification(for: session, language: nil)
        #expect(
            server.withState { $0.mails.map(\.url) } == [
                "https://familysync.example.com/recovery", "https://familysync.example.com/verification",
            ])
    }

    @Test func `without configured pages, no password reset email is requested`() async throws {
        let service = try service()
        await expectError(.providerRequired) {
            try await service.sendPasswordReset(to: credential.email, language: nil)
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a registration with a role or profile fields is rejected before any request`() async throws {
        var role = credential
        role.role = "ACTEUR"
        await expectError(.roleMismatch) {
            _ = try await service().exchange(.passwordRegistration(PasswordRegistration(role)))
        }
        await expectError(.invalidRequest) {
            _ = try await service().exchange(
                .passwordRegistration(PasswordRegistration(credential, profile: ["nom": "x"])))
        }
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["password_recently_used", "password_personal_data"])
    func `a password that the project rejects is reported as weak`(type: String) async throws {
        let service = try service()
        let session = try await service.exchange(.passwordRegistration(PasswordRegistration(credential))).session
        server.refuse("PATCH /account/password", 400, type)
        let error = await expectError(.weakPassword) {
            _ = try await service.changePassword(of: session, from: credential.password, to: Secret("x"))
        }
        #expect(error?.fields == ["password"])
    }

    @Test func `a password cannot be unlinked, but a linked identity can`() async throws {
        let service = try service()
        let guest = try await service.exchange(.anonymous).session
        let person = try await service.link(.password(credential), to: guest, profile: [:], onConflict: .fail)
        let nonce = try await service.nonce(linkingTo: person.session)
        let linked = try await service.link(.apple(1, nonce), to: person.session, profile: [:], onConflict: .fail)
        #expect(linked.user.providers == ["apple", "password"])
        await expectError(.invalidRequest) { try await service.unlink(.password, from: linked.session) }
        try await service.unlink(.apple, from: linked.session)
    }
}
