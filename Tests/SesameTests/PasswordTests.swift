import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

/// Tests of sign-in with an email address and a password, in the manager and in requests to a Sesame server.
@Suite struct PasswordTests {
    private static let credential = PasswordCredential(
        email: "test.user.1@example.com", password: Secret("a long password"))
    private let service = MockAuthService()
    private let log = RecordingLog()
    private let clock = ManualClock()

    private func manager(_ store: MockSessionStore = MockSessionStore()) -> AuthManager {
        AuthManager(service: service, store: store, log: log, clock: clock.clock)
    }

    @Test func `a user registers, signs out and signs in to the same account`() async throws {
        let manager = manager()
        let first = try await manager.signIn(using: PasswordRegistration(Self.credential))
        #expect(first.isNewUser)
        await manager.signOut()
        clock.advance(by: .seconds(3))
        let second = try await manager.signIn(using: Self.credential)
        #expect(second.user.uid == first.user.uid && !second.isNewUser)
        #expect(log.lines.contains { $0.hasPrefix("sign_in_succeeded") && $0.contains("method=password") })
    }

    @Test func `a password sign-in right after another one sends no request`() async throws {
        let manager = manager()
        try await manager.signIn(using: PasswordRegistration(Self.credential))
        await #expect(throws: AuthError.self) { try await manager.signIn(using: Self.credential) }
        #expect(service.count(of: .exchange) == 1)
    }

    @Test func `a wrong password does not sign out the guest`() async throws {
        let manager = manager()
        let guest = try await manager.signInAnonymously()
        let error = await #expect(throws: AuthError.self) {
            try await manager.signIn(using: Self.credential, replacingGuest: true)
        }
        #expect(error?.code == .invalidCredentials && manager.auth?.uid == guest.uid)
    }

    @Test func `a guest adds a password and has the same uid`() async throws {
        let manager = manager()
        let guest = try await manager.signInAnonymously()
        let upgrade = try await manager.upgrade(using: Self.credential)
        #expect(upgrade.user.uid == guest.uid && upgrade.user.providers == ["password"])
    }

    @Test func `a password change stores the new tokens, and a weak password is rejected`() async throws {
        let store = MockSessionStore()
        let manager = manager(store)
        try await manager.signIn(using: PasswordRegistration(Self.credential))
        let before = try store.load()
        try await manager.changePassword(to: Secret("the next password"), current: Self.credential.password)
        #expect(try store.load()?.refreshToken != before?.refreshToken)
        #expect(log.lines.last?.hasPrefix("password_changed") == true)
        let error = await #expect(throws: AuthError.self) {
            try await manager.changePassword(to: Secret("12345"), current: Secret("the next password"))
        }
        #expect(error?.code == .weakPassword && manager.auth != nil)
        #expect(log.lines.last?.hasPrefix("password_change_failed code=weak_password") == true)
    }

    @Test func `a password reset needs no session, but a verification email does`() async throws {
        let manager = manager()
        try await manager.sendPasswordReset(to: "test.user.2@example.com")
        let error = await #expect(throws: AuthError.self) { try await manager.sendVerification() }
        #expect(error?.code == .notAuthenticated)
        try await manager.signIn(using: PasswordRegistration(Self.credential))
        try await manager.sendVerification()
        #expect(service.emailRecipients == ["test.user.2@example.com", "test.user.1@example.com"])
    }

    @Test func `requesting a verification email for a deleted account signs the user out`() async throws {
        let manager = manager()
        let session = try await manager.signIn(using: PasswordRegistration(Self.credential)).session
        service.end(session, .userDeleted)
        await #expect(throws: AuthError.self) { try await manager.sendVerification() }
        #expect(manager.auth == nil)
    }

    // MARK: Confirming at a Sesame server

    private static let tokens = """
        {"accessToken":"at","tokenType":"Bearer","expiresIn":900,"refreshToken":"rt",\
        "sessionID":"\(Session.sample(1).id)"}
        """

    /// Reauthenticates test user 1 with a password, and returns the result with the paths and bodies of the requests.
    private func confirm(
        as email: String, _ answer: @escaping @Sendable (String) -> TransportResponse
    ) async throws -> (session: Session?, error: AuthError?, sent: [String]) {
        let transport = RecordingTransport { answer($0.url.path) }
        let service = SesameAuthService(server: try #require(URL(string: "https://x.example")), transport: transport)
        var session = Session.sample(1)
        session.user.email = "Test.User.1@example.com"
        let typed = PasswordCredential(email: email, password: Secret("cafe\u{301} au lait"))
        var (confirmed, refusal): (Session?, AuthError?)
        do throws(AuthError) {
            confirmed = try await service.reauthenticate(session, with: .password(typed))
        } catch {
            refusal = error
        }
        return (confirmed, refusal, transport.requests.map { "\($0.url.path) \($0.body.exposed)" })
    }

    @Test func `the password of the session's email address reauthenticates in the same session`() async throws {
        let result = try await confirm(as: "test.user.1@example.com") { _ in
            .init(status: 200, body: Array(Self.tokens.utf8))
        }
        #expect(result.session?.id == Session.sample(1).id && result.session?.accessToken == Secret("at"))
        let body = "/v1/me/confirm/password {\"password\":\"caf\u{e9} au lait\"}"
        #expect(result.sent.map { Array($0.utf8) } == [Array(body.utf8)])
    }

    @Test(arguments: [
        ("test.user.2@example.com", ["/v1/sign-in/password", "/v1/sessions/current"]),
        ("test.user.1@example.com", ["/v1/me/confirm/password", "/v1/sign-in/password", "/v1/sessions/current"]),
    ])
    func `another user's password does not reauthenticate, and the session it starts is ended`(
        email: String, paths: [String]
    ) async throws {
        let missing = #"{"error":{"code":"not_found","message":"m","requestID":"r"}}"#
        let result = try await confirm(as: email) { path in
            switch path {
            case "/v1/me/confirm/password": .init(status: 404, body: Array(missing.utf8))
            case "/v1/sign-in/password": .init(status: 200, body: Array(SesameAuthServiceTests.signIn.utf8))
            default: .init(status: 204)
            }
        }
        #expect(result.session == nil && result.error?.code == .reauthenticationRequired)
        #expect(result.sent.map { String($0.prefix { $0 != " " }) } == paths)
    }

    @Test func `reauthentication by password does not pass on a second-factor ticket`() async throws {
        let waiting =
            #"{"error":{"code":"second_factor_required","message":"m","requestID":"r","ticket":"sf","#
            + #""expiresIn":600,"factors":[{"id":"t","kind":"totp"}],"hasRecoveryCodes":true}}"#
        let result = try await confirm(as: "test.user.2@example.com") { _ in
            .init(status: 403, body: Array(waiting.utf8))
        }
        guard case .submitSecondFactor(nil)? = result.error?.recovery else {
            Issue.record("the ticket of the sign-in came along")
            return
        }
    }

    // MARK: What is sent

    @Test func `passwords are sent in Unicode normalization form C`() async throws {
        let transport = RecordingTransport { _ in .init(status: 401) }
        let service = SesameAuthService(server: try #require(URL(string: "https://x.example")), transport: transport)
        let decomposed = PasswordCredential(email: "a@example.com", password: Secret("cafe\u{301} au lait"))
        for credential in [
            AuthCredential.password(decomposed), .passwordRegistration(PasswordRegistration(decomposed)),
        ] {
            _ = try? await service.exchange(credential)
        }
        let sent = try transport.requests.map { request in
            try JSONValue(parsing: Array(request.body.exposed.utf8))["password"]?.string ?? ""
        }
        #expect(sent.map { Array($0.utf8) } == Array(repeating: Array("caf\u{e9} au lait".utf8), count: 2))
        #expect(transport.requests.map(\.url.path) == ["/v1/sign-in/password", "/v1/sign-up/password"])
    }

    @Test(arguments: ["200 OK", "302 Found"])
    func `an HTML response to a password reset, sign-out or unlinking is an error`(status: String) async throws {
        let code = try #require(Int(status.prefix(3)))
        let transport = RecordingTransport { _ in .init(status: code, body: Array("<html>".utf8)) }
        let service = SesameAuthService(server: try #require(URL(string: "https://x.example")), transport: transport)
        let error = await #expect(throws: AuthError.self) {
            try await service.sendPasswordReset(to: "a@example.com", language: nil)
        }
        #expect(error?.code == .providerUnavailable)
        await #expect(throws: AuthError.self) { try await service.revoke(Revocation(.sample(1))) }
        await #expect(throws: AuthError.self) { try await service.unlink(.google, from: .sample(1)) }
    }
}
