import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of the role that the user chose before the sign-in, for sign-ins with Google, Apple, a password or the
/// server's page.
@Suite struct ChosenRoleTests {
    let service = MockAuthService()

    /// A provider's sheet that returns a credential made by the test, and records the role of each request.
    struct Sheet: CredentialSource {
        let asked = Locked<[String?]>([])
        var makes: @Sendable (Nonce) -> AuthCredential

        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            asked.withLock { $0.append(request.role) }
            return makes(try await request.nonce())
        }
    }

    /// A browser whose user cancels; it records the pages.
    struct Browser: WebAuthentication {
        let pages = Locked<[URL]>([])

        func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
            let page = try attempt.url(redirectURI: "x:/y")
            pages.withLock { $0.append(page) }
            throw AuthError(.cancelled, "nobody is there")
        }
    }

    let sheets: [Sheet] = [
        Sheet { .google(idToken: Secret("t"), nonce: $0, role: "ACTEUR") },
        Sheet { .apple(idToken: Secret("t"), nonce: $0, role: "ACTEUR", authorizationCode: nil, name: nil) },
    ]

    @Test(arguments: 0..<2, [nil, "RECRUTEUR"])
    func `a chosen role replaces the provider's own, which remains if none is chosen`(
        _ index: Int, _ role: String?
    ) async throws {
        let manager = AuthManager(service: service, store: MemorySessionStore())
        let sheet = sheets[index]
        try await manager.signIn(using: sheet, role: role)
        #expect(sheet.asked.withLock { $0.last } == role)
        #expect(service.credentials.map(\.role) == [role ?? "ACTEUR"])
    }

    @Test func `the Google and Apple shorthands and a guest's sign-in pass on the role`() async throws {
        let sheet = sheets[0]
        var configuration = AuthConfiguration(service: service, storage: .memory)
        configuration.google = sheet
        configuration.apple = sheets[1]
        for signIn in [
            { try await $0.signInWithGoogle(role: "RECRUTEUR") }, { try await $0.signInWithApple(role: "RECRUTEUR") },
            { try await $0.signInWithGoogle(role: "RECRUTEUR", replacingGuest: true) },
            { try await $0.signInWithApple(role: "RECRUTEUR", replacingGuest: true) },
        ] as [(AuthManager) async throws -> UserAuthInfo] {
            let manager = AuthManager(configuration)
            _ = try await signIn(manager)
            await manager.signOut()
        }
        #expect(service.credentials.map(\.role) == Array(repeating: "RECRUTEUR", count: 4))

        let guests = AuthManager(service: MockAuthService(), store: MemorySessionStore())
        try await guests.signInAnonymously()
        try await guests.signIn(using: sheet, role: "RECRUTEUR")
        #expect(sheet.asked.withLock { $0.last } == "RECRUTEUR")
        #expect(guests.auth?.isAnonymous == false)
    }

    @Test(arguments: [nil, "RECRUTEUR"])
    func `a password form and a server page prefer the chosen role to their own`(_ role: String?) async throws {
        let request = CredentialRequest(role: role) { () async throws(AuthError) in Nonce(Secret("n")) }
        let typed = PasswordCredential(email: "test.user.1@example.com", password: Secret("p"), role: "ACTEUR")
        let expected = role ?? "ACTEUR"
        #expect(try await typed.credential(for: request).role == expected)
        #expect(try await PasswordRegistration(typed).credential(for: request).role == expected)

        let server = try #require(URL(string: "https://auth.example.com"))
        let browser = Browser()
        let page = WebSignIn(server: server, app: "castmate", role: "ACTEUR", redirectURI: "x:/y", browser: browser)
        await #expect(throws: AuthError.self) { try await page.credential(for: request) }
        let query = browser.pages.withLock { $0.last?.query } ?? ""
        #expect(query.contains("role=\(expected)"))
    }

    @Test func `a configured source passes on the role through the state, also for a guest's upgrade`()
        async throws
    {
        var configuration = AuthConfiguration(service: service, storage: .memory)
        // Each sign-in uses another user's token.
        let sheet = Sheet { .google(idToken: $0.value, nonce: $0) }
        configuration.google = sheet
        let manager = AuthManager(configuration)
        let state = await AppState(auth: manager, profiles: ScriptedProfiles())
        let source = try #require(SignInOptions(configuration).source(for: .google))
        await state.signIn(using: source, role: "RECRUTEUR")
        #expect(service.credentials.map(\.role) == ["RECRUTEUR"])
        await manager.signOut()

        try await manager.signInAnonymously()
        await state.upgrade(using: source, role: "RECRUTEUR")
        #expect(sheet.asked.withLock { $0 } == ["RECRUTEUR", "RECRUTEUR"])
        #expect(manager.auth?.isAnonymous == false)
    }

    @Test func `a deletion is confirmed with the user's role and a nonce not bound to the session`() async throws {
        let person = UserAuthInfo.mock(uid: "uid-1", role: "ACTEUR")
        let manager = AuthManager(
            service: MockAuthService(users: [person]), store: MemorySessionStore(.sample(100, user: person)))
        await manager.restore()
        let nonces = Locked<[String]>([])
        let sheet = Sheet { nonce in
            nonces.withLock { $0.append(nonce.value.exposed) }
            return .google(idToken: Secret("t"), nonce: nonce)
        }
        let state = await AppState(auth: manager, profiles: ScriptedProfiles())
        await state.deleteAccount(confirmedBy: sheet)
        #expect(sheet.asked.withLock { $0 } == ["ACTEUR"])
        #expect(nonces.withLock { $0.count == 1 && !$0[0].contains("s-100") })
        #expect(manager.auth == nil)
    }

    @Test func `a guest's nonces are bound to the session only for signing in and linking`() async throws {
        let manager = AuthManager(service: service, store: MemorySessionStore(.sample(100, user: .guest)))
        await manager.restore()
        var isBound: [CredentialPurpose: Bool] = [:]
        for purpose in CredentialPurpose.allCases {
            isBound[purpose] = try await manager.request(for: purpose).nonce().value.exposed.contains("s-100")
        }
        #expect(isBound == [.signIn: true, .linking: true, .replacingGuest: false, .confirmation: false])
    }
}
