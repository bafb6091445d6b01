import Guide
import Sesame
import SesameTesting
import Testing

struct PasswordGuideTests {
    private let service = MockAuthService()
    private let email = "test.user.1@example.com"
    private let password = Secret("a long password")

    private func forms() -> (PasswordForms, AuthManager) {
        let auth = AuthManager(service: service, store: MockSessionStore())
        return (PasswordForms(auth), auth)
    }

    @Test func `a registering guest keeps the account and signs in on another device`() async throws {
        let (phone, auth) = forms()
        let guest = try await auth.signInAnonymously()
        #expect(try await phone.register(email, password).uid == guest.uid)
        try await phone.change(password, to: Secret("the next password"))
        let (tablet, _) = forms()
        #expect(try await tablet.signIn(email, Secret("the next password")).uid == guest.uid)
    }

    @Test func `a new user registers and requests a password reset by email`() async throws {
        let (phone, auth) = forms()
        let user = try await phone.register(email, password)
        #expect(auth.auth?.uid == user.uid && !user.isAnonymous)
        try await phone.forgotten(email)
        #expect(service.emailRecipients == [email])
    }
}
