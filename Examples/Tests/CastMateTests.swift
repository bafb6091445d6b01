import CastMateExample
import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameTexts
import Testing

@MainActor @Suite struct CastMateTests {
    let service = MockAuthService()

    private func page(_ test: @MainActor (AppState, LoginModel) async throws -> Void) async rethrows {
        let auth = AuthManager(service: service, store: MockSessionStore())
        try await withState(auth, profiles: FinishedProfiles()) { state in
            try await test(state, LoginModel(state) { AgreeableSheet(role: $0.rawValue) })
        }
    }

    @Test(arguments: UserType.allCases)
    func `somebody new fills the form, which makes the account in the chosen role`(type: UserType) async throws {
        service.failNext(.exchange, with: .noAccount())
        await page { state, page in
            page.userType = type
            await page.continueWithGoogle()
            #expect(
                page.destination
                    == .registration(nom: "User 1", prenom: "Test", email: "test.user.1@example.com"))
            await page.register(nom: "User 1", prenom: "Test", bio: "In films since 2019")
            #expect(await eventually { page.destination == (type == .actor ? .actorHome : .agencyHome) })
            guard case .registration(let sent)? = service.credentials.last else {
                Issue.record("no form was sent")
                return
            }
            #expect(sent.ticket == Secret("t-1") && sent.role == type.rawValue)
            #expect(sent.profile == ["nom": "User 1", "prenom": "Test", "bio": "In films since 2019"])
        }
    }

    @Test func `the role that was chosen goes with the sign-in`() async throws {
        await page { _, page in
            page.userType = .agency
            await page.continueWithGoogle()
            guard case .google(_, _, let role)? = service.credentials.last else {
                Issue.record("nobody signed in with Google")
                return
            }
            #expect(role == "RECRUTEUR")
        }
    }

    @Test(arguments: [AuthError.Code.roleMismatch, .invalidToken, .internal])
    func `what went wrong is said in French, on the login page`(code: AuthError.Code) async throws {
        service.failNext(.exchange, with: AuthError(code, "no"))
        await page { _, page in
            await page.continueWithGoogle()
            #expect(page.destination == .login)
            #expect(page.message == Texts(.french).message(for: code))
        }
    }

    @Test(arguments: [
        (#""ACTEUR""#, UserType.actor), (#"{"name": "RECRUTEUR"}"#, .agency), ("null", nil), (#""ADMIN""#, nil),
    ])
    func `a role is read from a string and from an object`(role: String, type: UserType?) throws {
        let json = #"{"id": "u1", "email": "test.user.1@example.com", "role": \#(role), "nom": "User 1"}"#
        let user = try JSONDecoder().decode(User.self, from: Data(json.utf8))
        #expect(user.role == type && user.nom == "User 1" && user.bio == nil)
    }

    @Test func `Google is asked for a token for the web client, by the iOS client's scheme`() async throws {
        struct Browser: WebAuthentication {
            func authenticate(_ attempt: WebAttempt) async throws(AuthError) -> WebAnswer {
                throw AuthError(.cancelled, attempt.redirectURI ?? "")
            }
        }
        let google = GoogleAuthManager(
            clientID: "1003-ios.apps.googleusercontent.com", webClientID: "1003-web.apps.googleusercontent.com",
            browser: Browser())
        let source = google.source(for: .actor)
        #expect(source.serverClientID == "1003-web.apps.googleusercontent.com" && source.role == "ACTEUR")
        #expect(source.redirectURI == "com.googleusercontent.apps.1003-ios:/oauth2callback")
        let nonces = NonceSource { () async throws(AuthError) in Nonce(Secret("n-1")) }
        let error = await #expect(throws: AuthError.self) {
            _ = try await google.signIn(userType: .actor, nonces: nonces)
        }
        #expect(error?.code == .cancelled)
    }
}
