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
        try await service.exchange(.google(1, try await service.nonce())).session
    }

    private func begin(_ session: Session) async throws -> Authenticator {
        let begun = try await service.beginSecondFactor(.authenticator(), of: session, language: nil)
        return try #require(begun.secret.flatMap { Authenticator(key: $0) })
    }

    /// Somebody with an authenticator app.
    private func protect() async throws -> (Session, Authenticator) {
        let session = try await signIn()
        var app = try await begin(session)
        _ = try await service.addSecondFactor(.authenticator(), code: app.code(at: Date()), to: session)
        return (session, app)
    }

    private func step() async throws -> SecondFactorTicketBody {
        try #require(await expectError(.secondFactorRequired) { _ = try await signIn() }?.secondFactor)
    }

    private var sessionCount: Int { server.withState { $0.sessions.count } }

    @Test func `Appwrite is told to ask for the app, and not to ask when it is gone`() async throws {
        let (session, _) = try await protect()
        #expect(server.withState { $0.protections[session.user.uid]?.isOn } == true)
        #expect(server.lines.suffix(2) == ["PATCH /account/mfa", "GET /account/sessions"])
        try await service.removeSecondFactor("totp", from: session)
        #expect(server.lines.last == "PATCH /account/mfa")
        #expect(server.requests.last?.body == Secret(#"{"mfa":false}"#))
    }

    @Test func `Sesame asks by itself, and is told nothing`() async throws {
        let server = AppwriteDouble(.sesame)
        let service = AppwriteAuthService(project: try .double(), server: .sesame, transport: server)
        let session = try await service.exchange(.google(1, try await service.nonce())).session
        let begun = try await service.beginSecondFactor(.authenticator(), of: session, language: nil)
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        _ = try await service.addSecondFactor(.authenticator(), code: app.code(at: Date()), to: session)
        #expect(server.lines.last == "PUT /account/mfa/authenticators/totp")
        #expect(try await service.makeRecoveryCodes(for: session).count == 6)
        #expect(try await service.secondFactors(of: session).recoveryCodesLeft == 6)
        try await service.removeSecondFactor("totp", from: session)
        #expect(server.lines.last == "DELETE /account/mfa/authenticators/totp")
    }

    @Test func `an app that nobody would be asked for is none`() async throws {
        let session = try await signIn()
        var app = try await begin(session)
        server.fail("PATCH /account/mfa", with: .failure(AuthError(.offline, "no network")))
        await expectError(.offline) {
            _ = try await service.addSecondFactor(.authenticator(), code: app.code(at: Date()), to: session)
        }
        #expect(try await service.secondFactors(of: session).factors.isEmpty)
        server.mend()
        app = try await begin(session)
        _ = try await service.addSecondFactor(.authenticator(), code: app.code(at: Date()), to: session)
    }

    @Test func `a code for an app that was never begun says so`() async throws {
        let session = try await signIn()
        await expectError(.ticketExpired) {
            _ = try await service.addSecondFactor(.authenticator(), code: Secret("123456"), to: session)
        }
    }

    @Test func `a session from before the app has ended, also where the server keeps it`() async throws {
        let (session, other) = (try await signIn(), try await signIn())
        var app = try await begin(session)
        server.refuse("GET /account/sessions", 500, "general_unknown")
        await expectError(.storageUnavailable) {
            _ = try await service.addSecondFactor(.authenticator(), code: app.code(at: Date()), to: session)
        }
        server.mend()
        #expect(sessionCount == 2)
        await expectError(.sessionEnded) { _ = try await service.refresh(other) }
        _ = try await service.refresh(session)
    }

    @Test func `the ticket is the waiting session's secret, and stands in no address`() async throws {
        let (_, app) = try await protect()
        var shown = app
        let step = try await step()
        #expect(server.withState { $0.newest?.secret }.map { Secret($0) } == step.ticket)
        let code = shown.code(at: Date())
        let signIn = try await service.exchange(.secondFactor(SecondFactorProof(.code(code), ticket: step.ticket)))
        #expect(signIn.session.refreshToken == step.ticket && !signIn.isNewUser)
        #expect(server.requests.allSatisfy { !$0.url.absoluteString.contains(step.ticket.exposed) })
        #expect(server.requests.allSatisfy { !$0.url.absoluteString.contains(code.exposed) })
    }

    @Test func `without a ticket a code signs nobody in`() async throws {
        await expectError(.invalidRequest) {
            _ = try await service.exchange(.secondFactor(SecondFactorProof(.code(Secret("123456")))))
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a confirmation by the first proof leaves no session that waits`() async throws {
        let (session, _) = try await protect()
        let credential = AuthCredential.google(1, try await service.nonce())
        let error = await expectError(.secondFactorRequired) {
            _ = try await service.confirm(session, with: credential)
        }
        #expect(error?.secondFactor == nil && sessionCount == 1)
        _ = try await service.refresh(session)
    }

    @Test func `a second step whose end gets lost leaves no session`() async throws {
        var (_, app) = try await protect()
        let step = try await step()
        server.fail("GET /account/identities", with: .failure(AuthError(.offline, "no network")))
        let proof = SecondFactorProof(.code(app.code(at: Date())), ticket: step.ticket)
        await expectError(.offline) { _ = try await service.exchange(.secondFactor(proof)) }
        #expect(sessionCount == 1)
        server.mend()
        await expectError(.ticketExpired) { _ = try await service.exchange(.secondFactor(proof)) }
    }

    @Test func `no network leaves the sign-in waiting`() async throws {
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

    @Test func `who has nothing that can be shown here is told so, and no session is left`() async throws {
        _ = try await protect()
        server.fail(
            "GET /account/mfa/factors",
            with: .success(.json(200, ["totp": false, "phone": true, "email": true, "recoveryCode": false])))
        await expectError(.providerRequired) { _ = try await signIn() }
        #expect(sessionCount == 1)
    }

    @Test func `phones are refused before anything is sent`() async throws {
        let (session, _) = try await protect()
        let (phone, sent) = (NewSecondFactor.phone("+33612345678"), server.requests.count)
        await expectError(.providerRequired) {
            _ = try await service.beginSecondFactor(phone, of: session, language: nil)
        }
        await expectError(.providerRequired) {
            _ = try await service.addSecondFactor(phone, code: Secret("123456"), to: session)
        }
        await expectError(.providerRequired) {
            try await service.sendSecondFactorText(for: .confirmation(session), to: nil, language: nil)
        }
        await expectError(.notFound) { try await service.removeSecondFactor("phone", from: session) }
        await expectError(.providerRequired) {
            _ = try await service.confirm(
                session, with: .secondFactor(SecondFactorProof(.code(Secret("123456"), factor: "phone"))))
        }
        #expect(server.requests.count == sent)
    }

    @Test(
        arguments: [
            (409, "user_authenticator_already_verified", .invalidTransition),
            (401, "user_challenge_required", .reauthenticationRequired),
        ] as [(Int, String, AuthError.Code)])
    func `a second app, and a sign-in of long ago, are refused with what to do`(
        status: Int, type: String, code: AuthError.Code
    ) async throws {
        let session = try await signIn()
        server.refuse("POST /account/mfa/authenticators/totp", status, type)
        await expectError(code) { _ = try await begin(session) }
    }

    @Test func `whoever is signed in still is until the second step is done`() async throws {
        let (_, app) = try await protect()
        var shown = app
        let manager = AuthManager(service: service, store: MemorySessionStore())
        let guest = try await manager.signInAnonymously()
        let credential = AuthCredential.google(1, try await manager.nonces.next())
        let error = await expectError(.secondFactorRequired) { try await manager.signIn(with: credential) }
        #expect(manager.auth == guest)
        let ticket = try #require(error?.secondFactor).ticket
        let proof = SecondFactorProof(.code(shown.code(at: Date())), ticket: ticket)
        let signIn = try await manager.signIn(with: .secondFactor(proof))
        #expect(manager.auth == signIn.user && signIn.user.providers == ["google"])
    }
}
