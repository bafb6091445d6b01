import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of sign-in codes by email or text, in the manager and in requests to a Sesame server.
@Suite struct CodeSignInTests {
    private static let email = "test.user.1@example.com"
    private static let digits = Secret("123456")

    private let service = MockAuthService()
    private let log = RecordingLog()
    private let clock = ManualClock()
    private let manager: AuthManager

    init() {
        manager = AuthManager(service: service, store: MockSessionStore(), log: log, clock: clock.clock)
    }

    @Test(arguments: [email, "+33612345678"])
    func `a user signs in with a code, and to the same account with the next one`(receiver: String) async throws {
        let first = try await manager.signIn(
            using: try await manager.sendSignInCode(to: receiver, language: "fr").typed(Self.digits))
        #expect(first.isNewUser && !first.user.isAnonymous)
        #expect(first.user.providers == [receiver == Self.email ? "email" : "phone"])
        await manager.signOut()
        let sent = try await manager.sendSignInCode(to: receiver)
        #expect(try await manager.signIn(using: sent.typed(Self.digits)).user.uid == first.user.uid)
        #expect(log.lines.contains { $0.hasPrefix("sign_in_succeeded") && $0.contains("method=code") })
    }

    @Test func `spaces in a code are ignored, and a wrong code can be corrected at once`() async throws {
        let sent = try await manager.sendSignInCode(to: Self.email)
        await expectError(.invalidCredentials) { try await manager.signIn(using: sent.typed(Secret("654321"))) }
        try await manager.signIn(using: sent.typed(Secret("123 456 ")))
    }

    @Test func `a code replaces a guest only if the app says so`() async throws {
        let guest = try await manager.signInAnonymously()
        let sent = try await manager.sendSignInCode(to: Self.email)
        await expectError(.guestSignedIn) { try await manager.signIn(using: sent.typed(Self.digits)) }
        await expectError(.guestSignedIn) { try await manager.signIn(with: .code(Self.digits, sent)) }
        #expect(manager.auth?.uid == guest.uid && service.count(of: .exchange) == 1)
        let signIn = try await manager.signIn(using: sent.typed(Self.digits), replacingGuest: true)
        #expect(signIn.user.uid != guest.uid)
    }

    @Test func `a back end without codes throws providerRequired`() async {
        let manager = AuthManager(service: BareService(), store: MockSessionStore(), clock: clock.clock)
        await expectError(.providerRequired) { _ = try await manager.sendSignInCode(to: Self.email) }
    }

    @Test func `printing a sent code shows neither its receiver nor its digits`() async throws {
        let sent = try await manager.sendSignInCode(to: Self.email)
        var text = "\(sent) \(sent.typed(Self.digits))"
        dump(sent, to: &text)
        #expect(!text.contains("test.user") && !text.contains("123456"))
    }

    // MARK: At a Sesame server

    private func server(_ transport: RecordingTransport) throws -> SesameAuthService {
        SesameAuthService(server: try #require(URL(string: "https://x.example")), transport: transport)
    }

    @Test(arguments: [
        (
            email, #"{"email":"test.user.1@example.com","form":"digits","language":"fr","purpose":"sign_in"}"#,
            #"{"code":"123456","email":"test.user.1@example.com"}"#
        ),
        (
            "+33612345678", #"{"form":"digits","language":"fr","phone":"+33612345678","purpose":"sign_in"}"#,
            #"{"code":"123456","phone":"+33612345678"}"#
        ),
    ])
    func `the receiver is sent with both requests, and the code with the second`(
        receiver: String, ask: String, use: String
    ) async throws {
        let transport = RecordingTransport {
            $0.url.path == "/v1/codes"
                ? .init(status: 204) : .init(status: 200, body: Array(SesameAuthServiceTests.signIn.utf8))
        }
        let service = try server(transport)
        let sent = try await service.sendSignInCode(to: receiver, language: "fr")
        #expect(try await service.exchange(.code(Self.digits, sent)).isNewUser)
        let lines = transport.requests.map { "\($0.method) \($0.url.path)" }
        #expect(lines == ["POST /v1/codes", "POST /v1/sign-in/code"])
        let bodies = try transport.requests.map { try JSONValue(parsing: Array($0.body.exposed.utf8)) }
        #expect(try bodies == [JSONValue(parsing: Array(ask.utf8)), JSONValue(parsing: Array(use.utf8))])
    }

    @Test func `an unknown code is reported as invalid credentials, not as an expired ticket`() async throws {
        let refusal = #"{"error":{"code":"ticket_expired","message":"m","requestID":"r"}}"#
        let service = try server(RecordingTransport(401, refusal))
        let error = await #expect(throws: AuthError.self) {
            _ = try await service.exchange(.code(Self.digits, SentCode(to: Self.email)))
        }
        #expect(error?.code == .invalidCredentials)
        guard case .correct? = error?.recovery else {
            Issue.record("another recovery")
            return
        }
    }

    @Test(arguments: [(email, "email"), ("+33612345678", "phone")])
    func `a code reauthenticates in the same session`(
        receiver: String, member: String
    ) async throws {
        let tokens = Data("{\(SesameAuthServiceTests.tokens)}".utf8)
        let transport = RecordingTransport { _ in .init(status: 200, body: Array(tokens)) }
        let session = Session.sample(1)
        let confirmed = try await server(transport).reauthenticate(
            session, with: .code(Secret("123 456"), SentCode(to: receiver)))
        #expect(confirmed.user == session.user && confirmed.accessToken == Secret("at"))
        let request = try #require(transport.requests.first)
        #expect(request.url.path == "/v1/me/confirm/code")
        #expect(request.headers["Authorization"] == Secret("Bearer \(session.accessToken.exposed)"))
        let body = try JSONValue(parsing: Array(request.body.exposed.utf8))
        #expect(body == ["code": "123456", member: .string(receiver)])
    }

    @Test func `the chosen role is sent with the code`() async throws {
        let transport = RecordingTransport(200, SesameAuthServiceTests.signIn)
        let manager = AuthManager(service: try server(transport), store: MockSessionStore(), clock: clock.clock)
        try await manager.signIn(using: SentCode(to: Self.email).typed(Self.digits), role: "ACTEUR")
        let body = try JSONValue(parsing: Array(try #require(transport.requests.first).body.exposed.utf8))
        #expect(body["role"] == "ACTEUR")
    }

    @Test func `the known device's token is sent with both requests`() async throws {
        let device = MemoryDeviceStorage()
        try device.write(Array("known".utf8))
        let transport = RecordingTransport {
            $0.url.path == "/v1/codes"
                ? .init(status: 204) : .init(status: 200, body: Array(SesameAuthServiceTests.signIn.utf8))
        }
        let service = SesameAuthService(
            server: try #require(URL(string: "https://x.example")), transport: transport, deviceStorage: device)
        let sent = try await service.sendSignInCode(to: Self.email, language: nil)
        _ = try await service.exchange(.code(Self.digits, sent))
        #expect(transport.requests.map { $0.headers["Sesame-Device"] } == [Secret("known"), Secret("known")])
    }

    // MARK: Beside other things

    @Test(arguments: ["١٢٣٤٥٦", "123-456", "123\u{a0}456\n", " 123456"])
    func `a code with separators or Arabic digits is read`(typed: String) {
        #expect(Secret(typed).typedCode == Self.digits)
    }

    @Test func `a code sign-in to an account with a second factor requires it`() async throws {
        try await manager.signIn(using: try await manager.sendSignInCode(to: Self.email).typed(Self.digits))
        let phone = NewSecondFactor.phone("+33612345678")
        _ = try await manager.startSecondFactorEnrollment(phone)
        _ = try await manager.finishSecondFactorEnrollment(phone, code: Self.digits)
        await manager.signOut()
        let sent = try await manager.sendSignInCode(to: Self.email)
        await expectError(.secondFactorRequired) { try await manager.signIn(using: sent.typed(Self.digits)) }
    }

    @Test func `a back end that wraps another one sends its codes`() async throws {
        struct Wrapping: AuthServiceProtocol {
            let inner: MockAuthService

            var wrapped: (any AuthServiceProtocol)? { inner }
            func nonce() async throws(AuthError) -> Nonce { try await inner.nonce() }
            func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
                try await inner.exchange(credential)
            }
            func refresh(_ session: Session) async throws(AuthError) -> Session { try await inner.refresh(session) }
            func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session
            {
                try await inner.reauthenticate(session, with: credential)
            }
            func revoke(_ revocation: Revocation) async throws(AuthError) { try await inner.revoke(revocation) }
            func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion {
                try await inner.deleteAccount(session)
            }
        }
        let manager = AuthManager(
            service: Wrapping(inner: service), store: MockSessionStore(), clock: clock.clock)
        try await manager.signIn(using: try await manager.sendSignInCode(to: Self.email).typed(Self.digits))
        #expect(service.emailRecipients == [Self.email])
    }
}
