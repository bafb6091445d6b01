import Foundation
import Sesame
import SesameAppwrite
import SesameCore
import SesameTesting
import Testing

@Suite struct AppwriteFactorTests {
    let server = AppwriteDouble()
    let service: AppwriteAuthService

    init() throws {
        service = AppwriteAuthService(project: try .double(), transport: server)
    }

    private func signIn() async throws -> Session {
        try await service.exchange(.password(1, at: server)).session
    }

    private func begin(_ session: Session) async throws -> Authenticator {
        let begun = try await service.startSecondFactorEnrollment(.authenticator(), of: session, language: nil)
        return try #require(begun.secret.flatMap { Authenticator(key: $0) })
    }

    private func add(_ app: inout Authenticator, to session: Session) async throws {
        _ = try await service.finishSecondFactorEnrollment(
            .authenticator(), code: app.code(at: Date()), continuing: nil, to: session)
    }

    /// Signs in a user and adds an authenticator app to the account.
    private func protect() async throws -> (Session, Authenticator) {
        let session = try await signIn()
        var app = try await begin(session)
        try await add(&app, to: session)
        return (session, app)
    }

    private func step() async throws -> SecondFactorChallenge {
        try #require(await expectError(.secondFactorRequired) { _ = try await signIn() }?.secondFactor)
    }

    private func reauthenticate(_ session: Session, _ app: inout Authenticator) async throws {
        let proof = SecondFactorProof(.code(app.code(at: Date())))
        _ = try await service.reauthenticate(session, with: .secondFactor(proof))
    }

    private var sessionCount: Int { server.withState { $0.sessions.count } }

    private func isAsked(_ session: Session) -> Bool {
        server.withState { $0.protections[session.user.uid]?.isOn ?? false }
    }

    // Adding and removing second factors

    @Test func `adding an authenticator app turns on MFA at Appwrite, and removing it turns it off`() async throws {
        var (session, app) = try await protect()
        #expect(isAsked(session) && server.lines.suffix(2) == ["GET /account/sessions", "PATCH /account/mfa"])
        // Appwrite removes an authenticator app only after a challenge.
        await expectError(.reauthenticationRequired) { _ = try await service.removeSecondFactor("totp", from: session) }
        #expect(isAsked(session))
        try await reauthenticate(session, &app)
        _ = try await service.removeSecondFactor("totp", from: session)
        #expect(!isAsked(session))
    }

    @Test func `at Sesame, adding or removing an authenticator app sends no MFA setting`() async throws {
        let server = AppwriteDouble(.sesame)
        let service = AppwriteAuthService(project: try .double(), server: .sesame, transport: server)
        let session = try await service.exchange(.google(1, try await service.nonce())).session
        let begun = try await service.startSecondFactorEnrollment(.authenticator(), of: session, language: nil)
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        _ = try await service.finishSecondFactorEnrollment(
            .authenticator(), code: app.code(at: Date()), continuing: nil, to: session)
        #expect(server.lines.last == "PUT /account/mfa/authenticators/totp")
        #expect(try await service.generateRecoveryCodes(for: session).count == 6)
        #expect(try await service.secondFactors(of: session).recoveryCodesLeft == 6)
        _ = try await service.removeSecondFactor("totp", from: session)
        #expect(server.lines.last == "DELETE /account/mfa/authenticators/totp")
    }

    @Test(arguments: ["PUT /account/mfa/authenticators/totp", "GET /account/sessions", "PATCH /account/mfa"])
    func `an interrupted enrollment resumes only with a valid code, and ends other sessions`(line: String) async throws
    {
        let (session, other) = (try await signIn(), try await signIn())
        var app = try await begin(session)
        server.loseAnswer(to: line)
        await expectError(.offline) { try await add(&app, to: session) }
        server.mend()
        await expectError(.invalidCredentials) {
            _ = try await service.finishSecondFactorEnrollment(
                .authenticator(), code: Secret("0000000"), continuing: nil, to: session)
        }
        try await add(&app, to: session)
        #expect(isAsked(session) && sessionCount == 1)
        await expectError(.sessionEnded) { _ = try await service.refresh(other) }
        _ = try await service.refresh(session)
    }

    @Test(arguments: [true, false])
    func `repeating an interrupted removal turns MFA off, even without a recent confirmation`(
        isRecent: Bool
    ) async throws {
        var (session, app) = try await protect()
        try await reauthenticate(session, &app)
        server.fail("PATCH /account/mfa", with: .failure(AuthError(.offline, "no network")))
        await expectError(.offline) { _ = try await service.removeSecondFactor("totp", from: session) }
        #expect(isAsked(session))
        server.mend()
        if !isRecent { server.withState { $0.sessions[0].isConfirmed = false } }
        await expectError(.notFound) { _ = try await service.removeSecondFactor("totp", from: session) }
        #expect(!isAsked(session))
    }

    @Test func `finishing an enrollment that was never started throws ticketExpired`() async throws {
        let session = try await signIn()
        await expectError(.ticketExpired) {
            _ = try await service.finishSecondFactorEnrollment(
                .authenticator(), code: Secret("123456"), continuing: nil, to: session)
        }
    }

    @Test(
        arguments: [
            (409, "user_authenticator_already_verified", .invalidTransition),
            (401, "user_challenge_required", .reauthenticationRequired),
            // Sesame's error for an unverified address.
            (400, "general_argument_invalid", .invalidTransition),
            (412, "project_provider_disabled", .providerRequired),
        ] as [(Int, String, AuthError.Code)])
    func `an enrollment that cannot start throws the matching error`(status: Int, type: String, code: AuthError.Code)
        async throws
    {
        let session = try await signIn()
        server.refuse("POST /account/mfa/authenticators/totp", status, type)
        await expectError(code) { _ = try await begin(session) }
    }

    @Test func `replacing recovery codes requires a code from the authenticator app`() async throws {
        var (session, app) = try await protect()
        let codes = try await service.generateRecoveryCodes(for: session)
        #expect(try await service.secondFactors(of: session).recoveryCodesLeft == 1)
        await expectError(.reauthenticationRequired) { _ = try await service.generateRecoveryCodes(for: session) }
        try await reauthenticate(session, &app)
        #expect(Set(try await service.generateRecoveryCodes(for: session)).isDisjoint(with: codes))
    }

    @Test func `an Appwrite version without factors has none, and reauthenticates by password`() async throws {
        let session = try await signIn()
        server.refuse("GET /account/mfa/factors", 404, "general_route_not_found")
        #expect(try await service.secondFactors(of: session).factors.isEmpty)
        _ = try await service.reauthenticate(session, with: .password(1, at: server))
    }

    // Sign-in

    @Test func `refreshing a session from before the authenticator app ends it at the server`() async throws {
        let session = try await signIn()
        server.withState { state in
            let app = Authenticator(key: Secret("MFRGGZDF"))
            state.protections[session.user.uid] = app.map { .init(app: $0, isAdded: true, isOn: true) }
        }
        await expectError(.sessionEnded) { _ = try await service.refresh(session) }
        #expect(sessionCount == 0)
    }

    @Test func `Appwrite requires no second factor after a provider's token`() async throws {
        let (session, _) = try await protect()
        let token = AuthCredential.google(1, try await service.nonce())
        server.withState { state in
            state.identities.append(.init(id: "i", user: session.user.uid, provider: "google", subject: "g-1"))
        }
        #expect(try await service.exchange(token).user.uid == session.user.uid)
    }

    @Test func `the ticket is the pending session's secret, and no URL contains it or the code`() async throws {
        var (_, app) = try await protect()
        let step = try await step()
        #expect(server.withState { $0.newest?.secret }.map { Secret($0) } == step.ticket)
        let code = app.code(at: Date())
        let signIn = try await service.exchange(.secondFactor(SecondFactorProof(.code(code), ticket: step.ticket)))
        #expect(signIn.session.refreshToken == step.ticket && !signIn.isNewUser)
        #expect(server.requests.allSatisfy { !$0.url.absoluteString.contains(step.ticket.exposed) })
        #expect(server.requests.allSatisfy { !$0.url.absoluteString.contains(code.exposed) })
    }

    @Test(arguments: ["recoveryCode", "recoverycode"])
    func `a recovery code works whether the server spells it recoveryCode or recoverycode`(word: String) async throws {
        let (session, _) = try await protect()
        let code = try #require(try await service.generateRecoveryCodes(for: session).first)
        server.withState { $0.recoveryWord = word }
        let proof = SecondFactorProof(.recoveryCode(code), ticket: try await step().ticket)
        #expect(try await service.exchange(.secondFactor(proof)).user.uid == session.user.uid)
    }

    @Test func `a second-factor code without a ticket is rejected without a request`() async throws {
        await expectError(.invalidRequest) {
            _ = try await service.exchange(.secondFactor(SecondFactorProof(.code(Secret("123456")))))
        }
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [AppwriteServer.appwrite, .sesame])
    func `password reauthentication of an account with a factor leaves no pending session`(kind: AppwriteServer)
        async throws
    {
        let (session, _) = try await protect()
        let service = AppwriteAuthService(project: try .double(), server: kind, transport: server)
        let error = await expectError(.secondFactorRequired) {
            _ = try await service.reauthenticate(session, with: .password(1, at: server))
        }
        #expect(error?.secondFactor == nil && sessionCount == 1)
        _ = try await service.refresh(session)
    }

    @Test func `reauthentication as another user with a factor leaves no pending session`() async throws {
        _ = try await protect()
        let other = try await service.exchange(.google(2, try await service.nonce())).session
        let error = await expectError(.secondFactorRequired) {
            _ = try await service.reauthenticate(other, with: .password(1, at: server))
        }
        #expect(error?.secondFactor == nil && sessionCount == 2)
    }

    @Test func `an accepted code signs in although its response is lost`() async throws {
        var (_, app) = try await protect()
        let step = try await step()
        let proof = SecondFactorProof(.code(app.code(at: Date())), ticket: step.ticket)
        server.loseAnswer(to: "PUT /account/mfa/challenge")
        #expect(try await service.exchange(.secondFactor(proof)).session.refreshToken == step.ticket)
    }

    @Test func `a sign-in that fails after its second factor is accepted leaves no session`() async throws {
        var (_, app) = try await protect()
        let step = try await step()
        server.fail("GET /account/identities", with: .failure(AuthError(.offline, "no network")))
        let proof = SecondFactorProof(.code(app.code(at: Date())), ticket: step.ticket)
        await expectError(.offline) { _ = try await service.exchange(.secondFactor(proof)) }
        #expect(sessionCount == 1)
        server.mend()
        await expectError(.ticketExpired) { _ = try await service.exchange(.secondFactor(proof)) }
    }

    @Test func `network failures leave a pending sign-in that can still be completed`() async throws {
        var (_, app) = try await protect()
        let step = try await step()
        let proof = SecondFactorProof(.code(app.code(at: Date())), ticket: step.ticket)
        for line in ["GET /account", "POST /account/mfa/challenge", "PUT /account/mfa/challenge"] {
            server.fail(line, with: .failure(AuthError(.offline, "no network")))
            await expectError(.offline) { _ = try await service.exchange(.secondFactor(proof)) }
            server.mend()
        }
        _ = try await service.exchange(.secondFactor(proof))
    }

    @Test func `a sign-in leaves no session if its factors cannot be read`() async throws {
        _ = try await protect()
        server.fail("GET /account/mfa/factors", with: .failure(AuthError(.offline, "no network")))
        await expectError(.offline) { _ = try await signIn() }
        #expect(sessionCount == 1)
    }

    @Test func `a sign-in without a supported factor is rejected and leaves no session`() async throws {
        _ = try await protect()
        server.fail(
            "GET /account/mfa/factors",
            with: .success(.json(200, ["totp": false, "phone": true, "email": true, "recoveryCode": false])))
        await expectError(.providerRequired) { _ = try await signIn() }
        #expect(sessionCount == 1)
    }

    @Test func `phone factors are rejected before any request`() async throws {
        let (session, _) = try await protect()
        let (phone, sent) = (NewSecondFactor.phone("+33612345678"), server.requests.count)
        await expectError(.providerRequired) {
            _ = try await service.startSecondFactorEnrollment(phone, of: session, language: nil)
        }
        await expectError(.providerRequired) {
            _ = try await service.finishSecondFactorEnrollment(
                phone, code: Secret("123456"), continuing: nil, to: session)
        }
        await expectError(.providerRequired) {
            try await service.sendSecondFactorCode(for: .confirmation(session), to: nil, language: nil)
        }
        await expectError(.notFound) { _ = try await service.removeSecondFactor("phone", from: session) }
        await expectError(.providerRequired) {
            _ = try await service.reauthenticate(
                session, with: .secondFactor(SecondFactorProof(.code(Secret("123456"), factor: "phone"))))
        }
        #expect(server.requests.count == sent)
    }

    @Test func `a signed-in guest remains until the second step is completed`() async throws {
        var (_, app) = try await protect()
        let manager = AuthManager(service: service, store: MemorySessionStore())
        let guest = try await manager.signInAnonymously()
        let error = await expectError(.secondFactorRequired) {
            try await manager.signIn(with: .password(1, at: server), replacingGuest: true)
        }
        #expect(manager.auth == guest)
        let ticket = try #require(error?.secondFactor).ticket
        let proof = SecondFactorProof(.code(app.code(at: Date())), ticket: ticket)
        let signIn = try await manager.signIn(with: .secondFactor(proof))
        #expect(manager.auth == signIn.user && signIn.user.providers == ["password"])
    }
}
