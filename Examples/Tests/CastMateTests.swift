import CastMateExample
import Foundation
import Sesame
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
    func `a new user's form creates the account in the chosen role`(type: UserType) async throws {
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

    /// Tests that the responses of the app's original `POST /auth/google`, with a refresh token added, are parsed.
    @Test(
        arguments: [
            (
                200,
                #"""
                {"accessToken": "e30.eyJzaWQiOiJzLTEifQ.e30", "refreshToken": "r-1", "expiresIn": 900,
                 "user": {"id": "507f1f77bcf86cd799439011", "email": "user@example.com", "role": {"name": "ACTEUR"},
                          "nom": "User 1", "prenom": "Test", "bio": "Acteur professionnel"}}
                """#, nil
            ),
            (404, #"{"message": "Compte Google non trouvé"}"#, AuthError.Code.notFound),
            (401, #"{"message": "Authentification Google refusée"}"#, .invalidToken),
        ] as [(Int, String, AuthError.Code?)])
    func `the original API contract for Google sign-in is supported`(status: Int, body: String, code: AuthError.Code?)
        async throws
    {
        let network = RecordingTransport { _ throws(AuthError) in
            TransportResponse(
                status: status, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
        }
        let server = try #require(URL(string: "https://cast-mate.example.com"))
        let auth = AuthManager(
            .production(server: server, app: "castmate", storage: .memory, transport: network))
        await withState(auth, profiles: FinishedProfiles()) { state in
            let result = GoogleSignInResult(idToken: Secret("eyJhbGciOiJSUzI1NiIsImtpZCI6Ij"), email: "")
            let user = try? await auth.signInWithGoogle(result: result)
            #expect((user == nil) == (code != nil))
            let sent = network.requests.first
            #expect(sent?.method == "POST" && sent?.url.path == "/auth/google")
            #expect(sent?.body.exposed == #"{"idToken":"eyJhbGciOiJSUzI1NiIsImtpZCI6Ij"}"#)
            guard code == nil else { return }
            #expect(user?.uid == "507f1f77bcf86cd799439011" && user?.displayName == "Test User 1")
            let page = LoginModel(state) { AgreeableSheet(role: $0.rawValue) }
            #expect(await eventually { page.destination == .actorHome })
        }
    }

    @Test func `the chosen role is sent with the sign-in`() async throws {
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
    func `a failed sign-in shows a French message on the login page`(code: AuthError.Code) async throws {
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
    func `a role is read from a string or an object`(role: String, type: UserType?) throws {
        let json = #"{"id": "u1", "email": "test.user.1@example.com", "role": \#(role), "nom": "User 1"}"#
        let user = try JSONDecoder().decode(User.self, from: Data(json.utf8))
        #expect(user.role == type && user.nom == "User 1" && user.bio == nil)
    }

    @Test func `Google sign-in uses the web client's ID and the iOS client's URL scheme`() async throws {
        struct Browser: WebAuthentication {
            func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
                throw AuthError(.cancelled, attempt.redirectURI ?? "")
            }
        }
        let google = GoogleAuthManager(
            clientID: "1003-ios.apps.googleusercontent.com", webClientID: "1003-web.apps.googleusercontent.com",
            browser: Browser())
        let source = google.source(for: .actor)
        #expect(source.serverClientID == "1003-web.apps.googleusercontent.com" && source.role == "ACTEUR")
        #expect(source.redirectURI == "com.googleusercontent.apps.1003-ios:/oauth2callback")
        let request = CredentialRequest { () async throws(AuthError) in Nonce(Secret("n-1")) }
        let error = await #expect(throws: AuthError.self) {
            _ = try await google.signIn(userType: .actor, for: request)
        }
        #expect(error?.code == .cancelled)
    }
}
