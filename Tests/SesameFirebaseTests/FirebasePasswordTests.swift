import Sesame
import SesameCore
import SesameWire
import Testing

@testable import SesameFirebase

@Suite struct FirebasePasswordTests {
    let firebase = FirebaseDouble()
    private var service: FirebaseAuthService { FirebaseAuthService(FirebaseDouble.project, transport: firebase) }
    private let credential = PasswordCredential(email: "test.user.1@example.com", password: Secret("a long password"))

    @Test func `a password reset email is requested in the user's language`() async throws {
        try await service.sendPasswordReset(to: credential.email, language: "fr")
        let request = try #require(firebase.requests.last)
        #expect(request.headers["X-Firebase-Locale"] == Secret("fr"))
        #expect(firebase.state.withLock { $0.accounts.mails.map(\.email) } == [credential.email])
    }

    @Test func `EMAIL_NOT_FOUND on a password reset is ignored`() async throws {
        firebase.refuse("sendOobCode", "EMAIL_NOT_FOUND")
        try await service.sendPasswordReset(to: credential.email, language: nil)
    }

    @Test(arguments: [
        ("EMAIL_NOT_FOUND", AuthError.Code.invalidCredentials, [String]()),
        ("USER_NOT_FOUND", .invalidCredentials, []), ("INVALID_PASSWORD", .invalidCredentials, []),
        ("INVALID_LOGIN_CREDENTIALS", .invalidCredentials, []), ("USER_DISABLED", .userDisabled, []),
        ("INVALID_EMAIL", .invalidRequest, ["email"]), ("OPERATION_NOT_ALLOWED", .providerRequired, []),
        ("TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account is disabled.", .rateLimited, []),
    ])
    func `a Firebase password error throws the matching AuthError code and fields`(
        message: String, code: AuthError.Code, fields: [String]
    ) async throws {
        firebase.refuse("signInWithPassword", message)
        let error = await #expect(throws: AuthError.self) {
            _ = try await service.exchange(.password(credential))
        }
        #expect(error?.code == code && error?.fields == fields)
    }

    @Test func `a password sign-in that needs an unsupported second factor throws providerRequired`() async throws {
        firebase.answer(
            "signInWithPassword", 200,
            #"{"localId":"u","mfaPendingCredential":"m","mfaInfo":[{"mfaEnrollmentId":"i"}]}"#)
        let error = await #expect(throws: AuthError.self) {
            _ = try await service.exchange(.password(credential))
        }
        #expect(error?.code == .providerRequired && error?.secondFactor == nil)
    }

    @Test func `too many attempts throw rateLimited with the response's Retry-After`() async throws {
        firebase.answer(
            "signInWithPassword", 400,
            #"{"error":{"code":400,"message":"TOO_MANY_ATTEMPTS_TRY_LATER","status":"INVALID_ARGUMENT"}}"#,
            headers: ["retry-after": "8"])
        let error = await #expect(throws: AuthError.self) {
            _ = try await service.exchange(.password(credential))
        }
        #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(8))
    }

    @Test func `a registration with a role or profile fields is rejected before any request`() async throws {
        var role = credential
        role.role = "ACTEUR"
        for form in [PasswordRegistration(role), PasswordRegistration(credential, profile: ["nom": "x"])] {
            let error = await #expect(throws: AuthError.self) {
                _ = try await service.exchange(.passwordRegistration(form))
            }
            #expect(error?.code == .invalidRequest)
        }
        #expect(firebase.requests.isEmpty)
    }

    @Test func `a password change without the current password skips its verification`() async throws {
        let session = try await service.exchange(.passwordRegistration(PasswordRegistration(credential))).session
        let changed = try await service.changePassword(of: session, from: nil, to: Secret("another password"))
        #expect(changed.id == session.id && changed.refreshToken != session.refreshToken)
        #expect(!firebase.calls.contains("signInWithPassword"))
    }

    @Test func `a user of Google adds a password and removes it again`() async throws {
        let nonce = try await service.nonce()
        let session = try await service.exchange(.google(1, nonce, email: "google@example.com")).session
        firebase.state.withLock { $0.accounts.accounts[session.user.uid]?.email = nil }
        let linked = try await service.link(.password(credential), to: session, profile: [:], onConflict: .fail)
        #expect(Set(linked.user.providers) == ["google", "password"])
        try await service.unlink(.password, from: linked.session)
        #expect(try await service.user(of: linked.session.accessToken, uid: session.user.uid).providers == ["google"])
    }
}
