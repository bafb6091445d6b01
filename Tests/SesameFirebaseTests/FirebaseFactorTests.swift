import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

/// Authenticator apps at a Firebase project, beyond what the port says of every back end.
@Suite struct FirebaseFactorTests {
    let firebase = FirebaseDouble()
    let service: FirebaseAuthService
    let store = MemorySessionStore()
    let manager: AuthManager

    init() {
        service = FirebaseAuthService(FirebaseDouble.project, transport: firebase)
        manager = AuthManager(service: service, store: store)
    }

    /// Signs Test User 1 in, who has an authenticator app from then on.
    private func protect() async throws -> Authenticator {
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        return try await addApp()
    }

    private func addApp() async throws -> Authenticator {
        let begun = try await manager.beginSecondFactor(.authenticator(name: "Phone"))
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        try await manager.addSecondFactor(.authenticator(name: "Phone"), code: app.code(at: Date()))
        return app
    }

    private func credential(_ person: Int = 1) async throws -> AuthCredential {
        .google(person, try await service.nonce())
    }

    private func bodies(of name: String) throws -> [JSONObject] {
        try firebase.requests.filter { $0.url.path.hasSuffix(name) }.map {
            try #require(try JSONValue(parsing: Array($0.body.exposed.utf8)).object)
        }
    }

    @Test func `the first code goes along with what was begun, and the tokens of the answer take the others' place`()
        async throws
    {
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        let before = try #require(try store.load())
        let begun = try await manager.beginSecondFactor(.authenticator(name: "Phone"))
        let key = try #require(begun.secret).exposed
        #expect(
            begun.address?.exposed
                == "otpauth://totp/couple-1a2b3:test.user.1%40example.com?secret=\(key)&issuer=couple-1a2b3&algorithm=SHA1"
                + "&digits=6&period=30")
        var app = try #require(Authenticator(key: Secret(key)))
        let added = try await manager.addSecondFactor(.authenticator(name: "Phone"), code: app.code(at: Date()))
        let finalize = try #require(try bodies(of: "/v2/accounts/mfaEnrollment:finalize").first)
        #expect(finalize["displayName"] == "Phone")
        #expect(finalize["totpVerificationInfo"]?["sessionInfo"]?.string?.hasPrefix("session-info-") == true)
        let after = try #require(try store.load())
        #expect(after.id == before.id && after.refreshToken != before.refreshToken && after.user == before.user)
        _ = try await service.refresh(after)
        #expect(added.displayName == "Phone" && added.kind == .authenticator && added.addedAt != nil)
        let status = try await manager.secondFactors()
        #expect(status.factors == [added] && status.offered.isEmpty && status.recoveryCodesLeft == 0)
        var project = FirebaseDouble.project
        project.authenticatorIssuer = "My Couple"
        let offering = FirebaseAuthService(project, transport: firebase)
        #expect(try await offering.secondFactors(of: after).offered == [.authenticator])
        try await manager.signIn(with: .google(2, try await manager.nonce(for: .signIn)))
        let setup = try await offering.beginSecondFactor(
            .authenticator(), of: try #require(try store.load()), language: nil)
        #expect(setup.address?.exposed.hasPrefix("otpauth://totp/My%20Couple:test.user.2%40example.com?") == true)
        #expect(setup.address?.exposed.contains("&issuer=My%20Couple&") == true)
    }

    @Test func `what another person has begun goes along with nobody's code`() async throws {
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        _ = try await manager.beginSecondFactor(.authenticator())
        try await manager.signIn(with: .google(2, try await manager.nonce(for: .signIn)))
        await expectError(.ticketExpired) {
            try await manager.addSecondFactor(.authenticator(), code: Secret("123456"))
        }
        #expect(!firebase.calls.contains("mfaEnrollment:finalize"))
    }

    @Test func `a look at the account that gets lost costs nobody the new tokens`() async throws {
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        let begun = try await manager.beginSecondFactor(.authenticator(name: "Phone"))
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        firebase.answer("lookup", 503)
        let added = try await manager.addSecondFactor(.authenticator(name: "Phone"), code: app.code(at: Date()))
        #expect(added == SecondFactorInfo(id: "", kind: .authenticator, displayName: "Phone"))
        _ = try await service.refresh(try #require(try store.load()))
    }

    @Test func `an addition whose answer got lost is found to be made`() async throws {
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        let begun = try await manager.beginSecondFactor(.authenticator())
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        firebase.loseAnswer("mfaEnrollment:finalize")
        await expectError(.offline) { try await manager.addSecondFactor(.authenticator(), code: app.code(at: Date())) }
        let before = try #require(try store.load())
        let added = try await manager.addSecondFactor(.authenticator(), code: app.code(at: Date()))
        #expect(added.displayName == "Authenticator" && !added.id.isEmpty)
        #expect(try store.load() == before)
        await expectError(.secondFactorRequired) { _ = try await service.exchange(try await credential()) }
    }

    @Test func `whose sign-in is too long ago for the first code begins again`() async throws {
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        _ = try await manager.beginSecondFactor(.authenticator())
        firebase.refuse("mfaEnrollment:finalize", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        await expectError(.ticketExpired) {
            try await manager.addSecondFactor(.authenticator(), code: Secret("123456"))
        }
    }

    @Test func `a removal keeps the session that Firebase gives for it, or the one that there was`() async throws {
        _ = try await protect()
        let id = try #require(try await manager.secondFactors().factors.first?.id)
        let before = try #require(try store.load())
        try await manager.removeSecondFactor(id)
        let after = try #require(try store.load())
        #expect(after.id == before.id && after.refreshToken != before.refreshToken)
        _ = try await service.refresh(after)
        await expectError(.sessionEnded) { _ = try await service.refresh(before) }
        firebase.answer("mfaEnrollment:withdraw", 200, "{}")
        try await manager.removeSecondFactor("other")
        #expect(try store.load() == after)
        firebase.answer(
            "mfaEnrollment:withdraw", 200,
            #"{"idToken":"\#(Secret.token(["sub": "uid-other"]).exposed)","refreshToken":"r","expiresIn":"3600"}"#)
        await expectError(.providerUnavailable) { try await manager.removeSecondFactor("other") }
        #expect(try store.load() == after)
    }

    @Test func `a sign-in that waits goes on by its ticket, in the provider's name`() async throws {
        var app = try await protect()
        let error = await expectError(.secondFactorRequired) {
            try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        }
        let challenge = try #require(error?.secondFactor)
        #expect(challenge.factors.map(\.displayName) == ["Phone"] && !challenge.isForConfirmation)
        firebase.answer("lookup", 503)
        let proof = SecondFactorProof(
            .code(app.code(at: Date()), factor: challenge.factors.first?.id), ticket: challenge.ticket)
        let signIn = try await manager.signIn(with: .secondFactor(proof))
        #expect(signIn.user.providers == ["google"] && !signIn.isNewUser)
        let show = try #require(try bodies(of: "/v2/accounts/mfaSignIn:finalize").last)
        #expect(show["mfaEnrollmentId"]?.string == challenge.factors.first?.id)
    }

    @Test func `a code without a factor's name is the app's, and a wrong one may be typed again`() async throws {
        var app = try await protect()
        let challenge = try #require(
            await expectError(.secondFactorRequired) { _ = try await service.exchange(try await credential()) }?
                .secondFactor)
        let wrong = await expectError(.invalidCredentials) {
            _ = try await service.exchange(
                .secondFactor(SecondFactorProof(.code(Secret("12345678")), ticket: challenge.ticket)))
        }
        #expect(wrong?.fields == ["code"])
        _ = try await service.exchange(
            .secondFactor(SecondFactorProof(.code(app.code(at: Date())), ticket: challenge.ticket)))
        #expect(
            try bodies(of: "mfaSignIn:finalize").map { $0["mfaEnrollmentId"]?.string } == [
                challenge.factors.first?.id, challenge.factors.first?.id,
            ])
    }

    @Test func `a recovery code is none of Firebase's, and asks nobody`() async throws {
        _ = try await protect()
        let challenge = try #require(
            await expectError(.secondFactorRequired) { _ = try await service.exchange(try await credential()) }?
                .secondFactor)
        let count = firebase.calls.count
        let wrong = await expectError(.invalidCredentials) {
            _ = try await service.exchange(
                .secondFactor(SecondFactorProof(.recoveryCode(Secret("abc")), ticket: challenge.ticket)))
        }
        #expect(wrong?.fields == ["code"])
        await expectError(.providerRequired) { _ = try await manager.makeRecoveryCodes() }
        #expect(firebase.calls.count == count)
    }

    @Test func `whose only factor is a phone is told that it cannot be shown, and may take it away`() async throws {
        let user = try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn))).user
        firebase.state.withLock { $0.accounts.accounts[user.uid]?.factors = [.init(id: "phone-1")] }
        let error = await expectError(.providerRequired) { _ = try await service.exchange(try await credential()) }
        #expect(error?.secondFactor == nil)
        await expectError(.providerRequired) { _ = try await manager.beginSecondFactor(.phone("+33612345678")) }
        await expectError(.providerRequired) { try await manager.sendSecondFactorText() }
        let listed = try await manager.secondFactors().factors
        #expect(listed.map(\.kind) == [.phone] && listed.first?.phone == "+33612345678")
        try await manager.removeSecondFactor("phone-1")
        _ = try await service.exchange(try await credential())
    }

    @Test func `an app stays as long as a phone does, by which nobody could sign in here`() async throws {
        _ = try await protect()
        let uid = try #require(manager.auth?.uid)
        firebase.state.withLock { $0.accounts.accounts[uid]?.factors.append(.init(id: "phone-1")) }
        let app = try #require(try await manager.secondFactors().factors.first { $0.kind == .authenticator })
        await expectError(.invalidTransition) { try await manager.removeSecondFactor(app.id) }
        #expect(!firebase.calls.contains("mfaEnrollment:withdraw"))
        try await manager.removeSecondFactor("phone-1")
        try await manager.removeSecondFactor(app.id)
        #expect(try await manager.secondFactors().factors.isEmpty)
    }

    @Test func `a link for somebody with an app is made, although no tokens come`() async throws {
        _ = try await protect()
        let nonce = try await manager.nonce(for: .linking)
        let uid = try #require(manager.auth?.uid)
        firebase.state.withLock { $0.accounts.accounts[uid]?.identities.append(("apple.com", "apple-1")) }
        firebase.answer("signInWithIdp", 200, #"{"localId":"\#(uid)"}"#)
        let upgrade = try await manager.upgrade(with: .apple(1, nonce))
        #expect(upgrade.outcome == .linked && upgrade.user.providers.contains("apple"))
        firebase.answer("signInWithIdp", 200, #"{"localId":"\#(uid)"}"#)
        await expectError(.providerUnavailable) {
            try await manager.upgrade(with: .apple(2, try await manager.nonce(for: .linking)))
        }
    }

    @Test func `a guest who switches to an account with an app goes on by the app, and leaves the guest behind`()
        async throws
    {
        var app = try await protect()
        let uid = try #require(manager.auth?.uid)
        await manager.signOut()
        let guest = try await manager.signInAnonymously()
        let conflict = await expectError(.credentialInUse) {
            try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        }
        let ticket = try #require(conflict?.conflict?.ticket)
        let step = await expectError(.secondFactorRequired) { try await manager.settle(.switch, ticket: ticket) }
        #expect(manager.auth?.uid == guest.uid)
        let proof = SecondFactorProof(
            .code(app.code(at: Date())), ticket: try #require(step?.secondFactor?.ticket))
        #expect(try await manager.signIn(with: .secondFactor(proof)).user.uid == uid)
    }

    @Test func `a factor is no proof of anybody without the first one`() async throws {
        var app = try await protect()
        await expectError(.invalidRequest) {
            _ = try await service.exchange(.secondFactor(SecondFactorProof(.code(app.code(at: Date())))))
        }
        let session = try #require(try store.load())
        await expectError(.reauthenticationRequired) {
            _ = try await service.confirm(session, with: .secondFactor(SecondFactorProof(.code(app.code(at: Date())))))
        }
        #expect(!firebase.calls.contains("mfaSignIn:finalize"))
    }

    @Test func `a confirmation by somebody else's proof asks for no factor of theirs`() async throws {
        var app = try await protect()
        let ticket = try #require(
            await expectError(.secondFactorRequired) { _ = try await service.exchange(try await credential()) }?
                .secondFactor?.ticket)
        try await manager.signIn(with: .google(2, try await manager.nonce(for: .signIn)))
        let session = try #require(try store.load())
        let error = await expectError(.reauthenticationRequired) {
            _ = try await service.confirm(session, with: try await credential())
        }
        #expect(error?.secondFactor == nil)
        await expectError(.reauthenticationRequired) {
            _ = try await service.confirm(
                session, with: .secondFactor(SecondFactorProof(.code(app.code(at: Date())), ticket: ticket)))
        }
    }

    // MARK: Passwords

    /// Test User 1 with a password beside Google, and an authenticator app.
    private func protectWithPassword() async throws -> (Authenticator, PasswordCredential) {
        let email = "test.user.1@example.com"
        let password = PasswordCredential(email: email, password: Secret("the first password"))
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        _ = try await manager.upgrade(with: .password(password))
        return (try await addApp(), password)
    }

    @Test func `a change of the password needs no factor where the sign-in is recent`() async throws {
        let (_, password) = try await protectWithPassword()
        await expectError(.invalidCredentials) {
            try await manager.changePassword(to: Secret("the second password"), current: Secret("another one"))
        }
        try await manager.changePassword(to: Secret("the second password"), current: password.password)
        #expect(firebase.state.withLock { $0.accounts.accounts.values.first?.password } == "the second password")
        _ = try await service.refresh(try #require(try store.load()))
    }

    // MARK: Screens

    @MainActor private func screens() -> AppState {
        let documents = FirestoreProfileService(
            FirebaseDouble.project, layout: FirestoreProfileLayout(), auth: manager, transport: firebase)
        return AppState(auth: manager, profiles: ProfileStore(service: documents, auth: manager, storage: .memory))
    }

    @MainActor @Test func `a deletion asks for the first proof, then for the factor, and then happens`() async throws {
        var app = try await protect()
        let state = screens()
        firebase.refuse("delete", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        await state.deleteAccount()
        #expect(state.confirmation == nil && state.unconfirmed == .deletion)
        #expect(state.problem?.code == .reauthenticationRequired)
        await state.confirm(.deletion, by: try await credential())
        var form = try #require(state.confirmation)
        #expect(form.ticket != nil && state.problem == nil && state.unconfirmed == .deletion)
        form.code = "12345678"
        state.fillSecondFactor(form)
        await state.showSecondFactor()
        #expect(state.confirmation != nil && state.problem?.code == .invalidCredentials && state.currentUser != nil)
        form.code = app.code(at: Date()).exposed
        state.fillSecondFactor(form)
        await state.showSecondFactor()
        #expect(state.currentUser == nil && state.confirmation == nil && state.problem == nil)
        #expect(firebase.state.withLock { $0.accounts.accounts.isEmpty })
    }

    @MainActor @Test func `an app is added on the account screen, and no recovery codes are made for it`() async throws
    {
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        let state = screens()
        await state.beginSecondFactor(.authenticator())
        guard case .enrolment(_, let setup) = state.outcome else {
            Issue.record("there is no key to show")
            return
        }
        var app = try #require(setup.secret.flatMap { Authenticator(key: $0) })
        await state.addSecondFactor(code: app.code(at: Date()))
        #expect(state.outcome == nil && state.problem == nil)
        #expect(try await manager.secondFactors().factors.count == 1)
    }

    @MainActor @Test func `a proof that waits too long for its factor is asked for anew`() async throws {
        var app = try await protect()
        let state = screens()
        firebase.refuse("delete", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        await state.deleteAccount()
        await state.confirm(.deletion, by: try await credential())
        firebase.state.withLock { $0.accounts.pending = [:] }
        var form = try #require(state.confirmation)
        form.code = app.code(at: Date()).exposed
        state.fillSecondFactor(form)
        await state.showSecondFactor()
        #expect(state.confirmation == nil && state.unconfirmed == .deletion && state.currentUser != nil)
        #expect(state.problem?.code == .reauthenticationRequired)
    }

    @MainActor @Test func `a change of the password long after the sign-in is made by the factor's form`() async throws
    {
        var (app, password) = try await protectWithPassword()
        let state = screens()
        var typed = PasswordForm(.change)
        (typed.password, typed.nextPassword) = (password.password.exposed, "the second password")
        firebase.refuse("update", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        _ = await state.send(typed)
        var form = try #require(state.confirmation)
        form.code = app.code(at: Date()).exposed
        state.fillSecondFactor(form)
        await state.showSecondFactor()
        #expect(state.confirmation == nil && state.problem == nil && state.unconfirmed == nil)
        #expect(firebase.state.withLock { $0.accounts.accounts.values.first?.password } == "the second password")
    }

    // MARK: Refusals

    static let refusals: [(name: String, code: AuthError.Code)] = [
        ("UNVERIFIED_EMAIL : Need to verify email first.", .invalidTransition),
        ("UNSUPPORTED_FIRST_FACTOR", .invalidTransition), ("SECOND_FACTOR_LIMIT_EXCEEDED", .invalidTransition),
        ("SECOND_FACTOR_EXISTS", .providerAlreadyLinked), ("OPERATION_NOT_ALLOWED", .providerRequired),
        ("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", .reauthenticationRequired), ("INVALID_ID_TOKEN", .notAuthenticated),
    ]

    @Test(arguments: refusals)
    func `what Firebase says about a new factor is what a person can do`(
        _ refusal: (name: String, code: AuthError.Code)
    ) async throws {
        firebase.refuse("mfaEnrollment:start", refusal.name)
        let error = await expectError(refusal.code) {
            _ = try await service.beginSecondFactor(.authenticator(), of: .sample(1), language: nil)
        }
        // By this the account screen offers the mail.
        #expect(error?.fields == (refusal.name.hasPrefix("UNVERIFIED_EMAIL") ? ["email"] : []))
    }

    static let steps: [(name: String, code: AuthError.Code)] = [
        ("INVALID_CODE", .invalidCredentials), ("MISSING_CODE", .invalidCredentials),
        ("INVALID_MFA_PENDING_CREDENTIAL", .ticketExpired), ("MFA_ENROLLMENT_NOT_FOUND", .ticketExpired),
        ("INVALID_MFA_ENROLLMENT_ID", .ticketExpired), ("TOTP_CHALLENGE_TIMEOUT", .ticketExpired),
        ("USER_DISABLED", .userDisabled), ("TOO_MANY_ATTEMPTS_TRY_LATER", .rateLimited),
    ]

    @Test(arguments: steps)
    func `what Firebase says about a code that is shown is what a person can do`(
        _ step: (name: String, code: AuthError.Code)
    ) async throws {
        _ = try await protect()
        let ticket = try #require(
            await expectError(.secondFactorRequired) { _ = try await service.exchange(try await credential()) }?
                .secondFactor?.ticket)
        firebase.refuse("mfaSignIn:finalize", step.name)
        let error = await expectError(step.code) {
            _ = try await service.exchange(
                .secondFactor(SecondFactorProof(.code(Secret("123456")), ticket: ticket)))
        }
        #expect(error?.fields == (step.code == .invalidCredentials ? ["code"] : []))
    }
}
