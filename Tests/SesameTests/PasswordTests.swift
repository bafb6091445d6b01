import Foundation
import Sesame
import SesameCore
import SesameTesting
import Testing

/// Addresses and passwords, by the manager and at a Sesame server.
@Suite struct PasswordTests {
    private static let credential = PasswordCredential(
        email: "test.user.1@example.com", password: Secret("a long password"))
    private let service = MockAuthService()
    private let log = RecordingLog()
    private let clock = ManualClock()

    private func manager(_ store: MockSessionStore = MockSessionStore()) -> AuthManager {
        AuthManager(service: service, store: store, log: log, clock: clock.clock)
    }

    @Test func `somebody registers, signs out and comes back`() async throws {
        let manager = manager()
        let first = try await manager.signIn(using: PasswordRegistration(Self.credential))
        #expect(first.isNewUser)
        await manager.signOut()
        clock.advance(by: .seconds(3))
        let second = try await manager.signIn(using: Self.credential)
        #expect(second.user.uid == first.user.uid && !second.isNewUser)
        #expect(log.lines.contains { $0.hasPrefix("sign_in_succeeded") && $0.contains("method=password") })
    }

    @Test func `two taps send one password`() async throws {
        let manager = manager()
        try await manager.signIn(using: PasswordRegistration(Self.credential))
        await #expect(throws: AuthError.self) { try await manager.signIn(using: Self.credential) }
        #expect(service.count(of: .exchange) == 1)
    }

    @Test func `a wrong password signs nobody out`() async throws {
        let manager = manager()
        let guest = try await manager.signInAnonymously()
        let error = await #expect(throws: AuthError.self) { try await manager.signIn(using: Self.credential) }
        #expect(error?.code == .invalidCredentials && manager.auth?.uid == guest.uid)
    }

    @Test func `a guest adds a password and stays who they are`() async throws {
        let manager = manager()
        let guest = try await manager.signInAnonymously()
        let upgrade = try await manager.upgrade(using: Self.credential)
        #expect(upgrade.user.uid == guest.uid && upgrade.user.providers == ["password"])
    }

    @Test func `another password brings another session's tokens, which are stored`() async throws {
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

    @Test func `mails are asked for`() async throws {
        let manager = manager()
        try await manager.sendPasswordReset(to: "test.user.2@example.com")
        let error = await #expect(throws: AuthError.self) { try await manager.sendVerification() }
        #expect(error?.code == .notAuthenticated)
        try await manager.signIn(using: PasswordRegistration(Self.credential))
        try await manager.sendVerification()
        #expect(service.mailed == ["test.user.2@example.com", "test.user.1@example.com"])
    }

    @Test func `an account that is gone is found out by a mail that is asked for`() async throws {
        let manager = manager()
        let session = try await manager.signIn(using: PasswordRegistration(Self.credential)).session
        service.end(session, .userDeleted)
        await #expect(throws: AuthError.self) { try await manager.sendVerification() }
        #expect(manager.auth == nil)
    }

    // MARK: What is sent

    @Test func `passwords go to the server in normal form C`() async throws {
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
    func `a page of somebody in between did nothing`(status: String) async throws {
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
