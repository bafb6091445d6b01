import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of second factors, in the manager and in requests to a Sesame server.
@Suite struct SecondFactorTests {
    private let service: MockAuthService
    private let store = MockSessionStore()
    private let log = RecordingLog()
    private let clock = ManualClock()

    init() {
        service = MockAuthService(clock: clock.clock)
    }

    private func manager() -> AuthManager {
        AuthManager(service: service, store: store, log: log, clock: clock.clock)
    }

    private static let credential = AuthCredential.google(idToken: Secret("person 1"), nonce: Nonce(Secret("n")))

    /// Adds an authenticator app on another device, and returns the app.
    private func protect() async throws -> Authenticator {
        let other = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        try await other.signIn(with: Self.credential)
        let begun = try await other.startSecondFactorEnrollment(.authenticator(name: "phone"))
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        try await other.finishSecondFactorEnrollment(.authenticator(name: "phone"), code: app.code(at: clock.now))
        return app
    }

    /// Signs in with the first factor, and returns the second-factor challenge.
    private func step(of manager: AuthManager) async throws -> SecondFactorChallenge {
        let error = await #expect(throws: AuthError.self) {
            try await manager.signIn(with: Self.credential, replacingGuest: true)
        }
        return try #require(error?.secondFactor)
    }

    @Test func `a sign-in continues with the code and replaces the guest as first requested`() async throws {
        var app = try await protect()
        let manager = manager()
        let guest = try await manager.signInAnonymously()
        let step = try await step(of: manager)
        #expect(manager.auth?.uid == guest.uid, "the first proof alone has signed somebody out")
        let guestSession = try #require(try store.load())
        let proof = SecondFactorProof(.code(app.code(at: clock.now)), ticket: step.ticket)
        let signIn = try await manager.signIn(with: .secondFactor(proof))
        #expect(manager.auth == signIn.user && signIn.user.uid != guest.uid && !signIn.isNewUser)
        #expect(try store.load()?.id == signIn.session.id)
        await manager.sendPendingRevocations()
        #expect(service.revoked == [guestSession.refreshToken.exposed])
        #expect(log.lines.contains { $0.hasPrefix("sign_in_succeeded") && $0.contains("method=second_factor") })
    }

    @Test func `a code does not replace a guest created after the first proof`() async throws {
        var app = try await protect()
        let manager = manager()
        let error = await #expect(throws: AuthError.self) { try await manager.signIn(with: Self.credential) }
        let guest = try await manager.signInAnonymously()
        let proof = SecondFactorProof(.code(app.code(at: clock.now)), ticket: try #require(error?.secondFactor).ticket)
        await expectError(.guestSignedIn) { _ = try await manager.signIn(with: .secondFactor(proof)) }
        #expect(manager.auth == guest)
        // The code has not been used up.
        let signIn = try await manager.signIn(with: .secondFactor(proof), replacingGuest: true)
        #expect(signIn.user.uid != guest.uid)
    }

    @Test func `an app that is killed between the steps has no session`() async throws {
        _ = try await protect()
        _ = try await step(of: manager())
        #expect(try store.load() == nil && store.loadRevocations().isEmpty)
        #expect(await manager().restore() == .signedOut(.noSession))
    }

    @Test func `a wrong code leaves the guest signed in, and a later correct code is accepted`() async throws {
        var app = try await protect()
        let manager = manager()
        let guest = try await manager.signInAnonymously()
        let ticket = try await step(of: manager).ticket
        let error = await #expect(throws: AuthError.self) {
            try await manager.signIn(with: .secondFactor(SecondFactorProof(.code(Secret("000")), ticket: ticket)))
        }
        #expect(error?.code == .invalidCredentials && manager.auth?.uid == guest.uid)
        let code = app.code(at: clock.now)
        try await manager.signIn(with: .secondFactor(SecondFactorProof(.code(code), ticket: ticket)))
        #expect(manager.auth?.isAnonymous == false)
    }

    @Test func `concurrent sign-ins have tickets of their own`() async throws {
        var app = try await protect()
        let manager = manager()
        let (first, second) = (try await step(of: manager).ticket, try await step(of: manager).ticket)
        let code = app.code(at: clock.now)
        try await manager.signIn(with: .secondFactor(SecondFactorProof(.code(code), ticket: first)))
        let third = try await step(of: manager).ticket
        #expect(Set([first, second, third].map(\.exposed)).count == 3)
    }

    @Test func `deleting a protected account requires the second factor`() async throws {
        var app = try await protect()
        let manager = manager()
        let ticket = try await step(of: manager).ticket
        let proof = SecondFactorProof(.code(app.code(at: clock.now)), ticket: ticket)
        try await manager.signIn(with: .secondFactor(proof))
        let error = await #expect(throws: AuthError.self) {
            try await manager.deleteAccount(confirmedBy: Self.credential)
        }
        guard case .submitSecondFactor(nil)? = error?.recovery else {
            Issue.record("\(String(describing: error))")
            return
        }
        clock.advance(by: .seconds(30))
        let code = app.code(at: clock.now)
        try await manager.deleteAccount(confirmedBy: .secondFactor(SecondFactorProof(.code(code))))
        #expect(await manager.restore() == .signedOut(.accountDeleted))
    }

    @Test func `a phone factor receives an SMS to sign in and to confirm`() async throws {
        let manager = manager()
        try await manager.signIn(with: Self.credential)
        let phone = NewSecondFactor.phone("+33612345678")
        _ = try await manager.startSecondFactorEnrollment(phone)
        let added = try await manager.finishSecondFactorEnrollment(phone, code: Secret("123456"))
        try await manager.sendSecondFactorCode(factor: added.id)
        let step = try await step(of: manager)
        #expect(step.factors.map(\.phone) == ["**********78"])
        try await manager.sendSecondFactorCode(toSignInWith: step.ticket, language: "fr")
        #expect(service.smsRecipients == ["+33612345678", "+33612345678"])
        let proof = SecondFactorProof(.code(Secret("123456"), factor: added.id), ticket: step.ticket)
        try await manager.signIn(with: .secondFactor(proof))
    }

    @Test func `adding and removing a factor succeed although the session cannot be stored`() async throws {
        let store = MockSessionStore()
        let manager = AuthManager(service: service, store: store, clock: clock.clock)
        try await manager.signIn(with: Self.credential)
        let phone = NewSecondFactor.phone("+33612345678")
        _ = try await manager.startSecondFactorEnrollment(phone)
        store.fail(.write(.session), with: AuthError(.storageUnavailable, "the disk is full"))
        let added = try await manager.finishSecondFactorEnrollment(phone, code: Secret("123456"))
        #expect(try await manager.secondFactors().factors == [added])
        try await manager.removeSecondFactor(added.id)
        #expect(try await manager.secondFactors().factors.isEmpty)
    }

    @Test func `a factor is added, given recovery codes, and removed with one of them`() async throws {
        let manager = manager()
        try await manager.signIn(with: Self.credential)
        let begun = try await manager.startSecondFactorEnrollment(.authenticator())
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        let added = try await manager.finishSecondFactorEnrollment(.authenticator(), code: app.code(at: clock.now))
        #expect(log.lines.last == "second_factor_added")
        let codes = try await manager.generateRecoveryCodes()
        #expect(Set(codes.map(\.exposed)).count == 10)
        #expect(try await manager.secondFactors().recoveryCodesLeft == 10)
        let confirmation = AuthCredential.secondFactor(SecondFactorProof(.recoveryCode(codes[0])))
        try await manager.removeSecondFactor(added.id, confirmedBy: confirmation)
        #expect(log.lines.last == "second_factor_removed")
        #expect(try await manager.secondFactors().factors.isEmpty)
    }

    @Test func `reading the second factors detects an ended session`() async throws {
        let manager = manager()
        let session = try await manager.signIn(with: Self.credential).session
        service.end(session)
        await #expect(throws: AuthError.self) { try await manager.secondFactors() }
        #expect(manager.state == .signedOut(.ended(.sessionEnded)))
    }

    @Test func `a back end without second factors throws providerRequired`() async throws {
        let manager = AuthManager(service: BareService(), store: MemorySessionStore())
        try await manager.signIn(with: .anonymous)
        for ask in [
            { _ = try await manager.secondFactors() },
            { _ = try await manager.startSecondFactorEnrollment(.authenticator()) },
            { _ = try await manager.finishSecondFactorEnrollment(.authenticator(), code: Secret("1")) },
            { try await manager.removeSecondFactor("x") }, { _ = try await manager.generateRecoveryCodes() },
            { try await manager.sendSecondFactorCode() },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: AuthError.self) { try await ask() }
            #expect(error?.code == .providerRequired)
        }
    }

    // MARK: What is sent

    private func native(_ transport: RecordingTransport) throws -> SesameAuthService {
        SesameAuthService(server: try #require(URL(string: "https://x.example")), transport: transport)
    }

    private func sent(_ transport: RecordingTransport) throws -> [String] {
        transport.requests.map { request in
            let token = request.headers["Authorization"].map { " \($0.exposed)" } ?? ""
            return "\(request.method) \(request.url.absoluteString.dropFirst(17))\(token) \(request.body.exposed)"
        }
    }

    @Test func `each step is sent to its route`() async throws {
        let transport = RecordingTransport { _ in .init(status: 401) }
        let service = try native(transport)
        let (session, ticket) = (Session.sample(1), Secret("sf"))
        _ = try? await service.exchange(
            .secondFactor(SecondFactorProof(.code(Secret("1"), factor: "f"), ticket: ticket)))
        _ = try? await service.exchange(.secondFactor(SecondFactorProof(.recoveryCode(Secret("r")), ticket: ticket)))
        _ = try? await service.reauthenticate(session, with: .secondFactor(SecondFactorProof(.code(Secret("1")))))
        try? await service.sendSecondFactorCode(for: .signIn(ticket: ticket), to: "p", language: "fr")
        try? await service.sendSecondFactorCode(for: .confirmation(session), to: nil, language: nil)
        _ = try? await service.secondFactors(of: session)
        _ = try? await service.startSecondFactorEnrollment(.phone("+336", name: "N"), of: session, language: "fr")
        _ = try? await service.finishSecondFactorEnrollment(
            .authenticator(name: "N"), code: Secret("1"), continuing: nil, to: session)
        _ = try? await service.removeSecondFactor("a/../b", from: session)
        _ = try? await service.generateRecoveryCodes(for: session)
        #expect(
            try sent(transport) == [
                #"POST /v1/sign-in/second-factor {"ticket":"sf","code":"1","factorID":"f"}"#,
                #"POST /v1/sign-in/second-factor {"ticket":"sf","recoveryCode":"r"}"#,
                #"POST /v1/me/confirm/second-factor Bearer a-1 {"code":"1"}"#,
                #"POST /v1/sign-in/second-factor {"ticket":"sf","factorID":"p","sendText":true,"language":"fr"}"#,
                #"POST /v1/me/confirm/second-factor Bearer a-1 {"sendText":true}"#,
                "GET /v1/me/second-factors Bearer a-1 ",
                #"POST /v1/me/second-factors Bearer a-1 {"kind":"phone","phone":"+336","displayName":"N","language":"fr"}"#,
                #"POST /v1/me/second-factors/confirm Bearer a-1 {"kind":"totp","code":"1","displayName":"N"}"#,
                "DELETE /v1/me/second-factors/a%2F%2E%2E%2Fb Bearer a-1 ",
                "POST /v1/me/recovery-codes Bearer a-1 {}",
            ])
    }

    @Test func `a wrong code is an invalid credential that names the code field`() async throws {
        let body = #"{"error":{"code":"invalid_credentials","message":"m","requestID":"r"}}"#
        let service = try native(RecordingTransport { _ in .init(status: 401, body: Array(body.utf8)) })
        let (proof, session) = (SecondFactorProof(.code(Secret("1")), ticket: Secret("sf")), Session.sample(1))
        for ask in [
            { _ = try await service.exchange(.secondFactor(proof)) },
            { _ = try await service.reauthenticate(session, with: .secondFactor(proof)) },
            {
                _ = try await service.finishSecondFactorEnrollment(
                    .authenticator(), code: Secret("1"), continuing: nil, to: session)
            },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: AuthError.self) { try await ask() }
            #expect(error?.code == .invalidCredentials && error?.fields == [SecondFactorChallenge.codeField])
        }
    }

    @Test func `a second factor without a ticket neither signs in nor links, and sends no request`() async throws {
        let transport = RecordingTransport { _ in .init(status: 500) }
        let service = try native(transport)
        let credential = AuthCredential.secondFactor(SecondFactorProof(.code(Secret("1"))))
        await expectError(.invalidRequest) { _ = try await service.exchange(credential) }
        await expectError(.invalidRequest) {
            _ = try await service.link(credential, to: .sample(1), profile: [:], onConflict: .fail)
        }
        #expect(transport.requests.isEmpty)
    }
}
