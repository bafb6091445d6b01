import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

/// Tests of second factors at a Firebase project, beyond the conformance cases for every back end.
@Suite struct FirebaseFactorTests {
    let rig = FirebaseFactorRig()

    @Test func `enrolling an authenticator app sends its session info and stores the new tokens`()
        async throws
    {
        try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        let before = try #require(try rig.store.load())
        let begun = try await rig.manager.startSecondFactorEnrollment(.authenticator(name: "Phone"))
        let key = try #require(begun.secret).exposed
        #expect(
            begun.address?.exposed
                == "otpauth://totp/couple-1a2b3:test.user.1%40example.com?secret=\(key)&issuer=couple-1a2b3&algorithm=SHA1"
                + "&digits=6&period=30")
        var app = try #require(Authenticator(key: Secret(key)))
        let added = try await rig.manager.finishSecondFactorEnrollment(
            .authenticator(name: "Phone"), code: app.code(at: Date()))
        let finalize = try #require(try rig.bodies(of: "/v2/accounts/mfaEnrollment:finalize").first)
        #expect(finalize["displayName"] == "Phone")
        #expect(finalize["totpVerificationInfo"]?["sessionInfo"]?.string?.hasPrefix("session-info-") == true)
        let after = try #require(try rig.store.load())
        #expect(after.id == before.id && after.refreshToken != before.refreshToken && after.user == before.user)
        _ = try await rig.service.refresh(after)
        #expect(added.displayName == "Phone" && added.kind == .authenticator && added.addedAt != nil)
        let status = try await rig.manager.secondFactors()
        #expect(status.factors == [added] && status.offered.isEmpty && status.recoveryCodesLeft == 0)
        var project = FirebaseDouble.project
        project.authenticatorIssuer = "My Couple"
        let offering = FirebaseAuthService(project, transport: rig.firebase)
        #expect(try await offering.secondFactors(of: after).offered == [.authenticator])
        try await rig.manager.signIn(with: .google(2, try await rig.manager.nonce(for: .signIn)))
        let setup = try await offering.startSecondFactorEnrollment(
            .authenticator(), of: try #require(try rig.store.load()), language: nil)
        #expect(setup.address?.exposed.hasPrefix("otpauth://totp/My%20Couple:test.user.2%40example.com?") == true)
        #expect(setup.address?.exposed.contains("&issuer=My%20Couple&") == true)
    }

    @Test func `an enrollment started by another user cannot be finished`() async throws {
        try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        _ = try await rig.manager.startSecondFactorEnrollment(.authenticator())
        try await rig.manager.signIn(with: .google(2, try await rig.manager.nonce(for: .signIn)))
        await expectError(.ticketExpired) {
            try await rig.manager.finishSecondFactorEnrollment(.authenticator(), code: Secret("123456"))
        }
        #expect(!rig.firebase.calls.contains("mfaEnrollment:finalize"))
    }

    @Test func `a failed lookup after an enrollment does not lose the new tokens`() async throws {
        try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        let begun = try await rig.manager.startSecondFactorEnrollment(.authenticator(name: "Phone"))
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        rig.firebase.answer("lookup", 503)
        let added = try await rig.manager.finishSecondFactorEnrollment(
            .authenticator(name: "Phone"), code: app.code(at: Date()))
        #expect(added == SecondFactorInfo(id: "", kind: .authenticator, displayName: "Phone"))
        _ = try await rig.service.refresh(try #require(try rig.store.load()))
    }

    @Test func `repeating an enrollment whose response was lost succeeds`() async throws {
        try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        let begun = try await rig.manager.startSecondFactorEnrollment(.authenticator())
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        rig.firebase.loseAnswer("mfaEnrollment:finalize")
        await expectError(.offline) {
            try await rig.manager.finishSecondFactorEnrollment(.authenticator(), code: app.code(at: Date()))
        }
        let before = try #require(try rig.store.load())
        let added = try await rig.manager.finishSecondFactorEnrollment(.authenticator(), code: app.code(at: Date()))
        #expect(added.displayName == "Authenticator" && !added.id.isEmpty)
        #expect(try rig.store.load() == before)
        await expectError(.secondFactorRequired) { _ = try await rig.service.exchange(try await rig.credential()) }
    }

    @Test func `finishing an enrollment too long after the sign-in throws ticketExpired`() async throws {
        try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        _ = try await rig.manager.startSecondFactorEnrollment(.authenticator())
        rig.firebase.refuse("mfaEnrollment:finalize", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        await expectError(.ticketExpired) {
            try await rig.manager.finishSecondFactorEnrollment(.authenticator(), code: Secret("123456"))
        }
    }

    @Test func `a removal stores the session that Firebase returns, or leaves the present one unchanged`() async throws
    {
        _ = try await rig.protect()
        let id = try #require(try await rig.manager.secondFactors().factors.first?.id)
        let before = try #require(try rig.store.load())
        try await rig.manager.removeSecondFactor(id)
        let after = try #require(try rig.store.load())
        #expect(after.id == before.id && after.refreshToken != before.refreshToken)
        _ = try await rig.service.refresh(after)
        await expectError(.sessionEnded) { _ = try await rig.service.refresh(before) }
        rig.firebase.answer("mfaEnrollment:withdraw", 200, "{}")
        try await rig.manager.removeSecondFactor("other")
        #expect(try rig.store.load() == after)
        rig.firebase.answer(
            "mfaEnrollment:withdraw", 200,
            #"{"idToken":"\#(Secret.token(["sub": "uid-other"]).exposed)","refreshToken":"r","expiresIn":"3600"}"#)
        await expectError(.providerUnavailable) { try await rig.manager.removeSecondFactor("other") }
        #expect(try rig.store.load() == after)
    }

    @Test func `a pending sign-in completes with its ticket and reports its provider`() async throws {
        var app = try await rig.protect()
        let error = await expectError(.secondFactorRequired) {
            try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        }
        let challenge = try #require(error?.secondFactor)
        #expect(challenge.factors.map(\.displayName) == ["Phone"] && !challenge.isForConfirmation)
        rig.firebase.answer("lookup", 503)
        let proof = SecondFactorProof(
            .code(app.code(at: Date()), factor: challenge.factors.first?.id), ticket: challenge.ticket)
        let signIn = try await rig.manager.signIn(with: .secondFactor(proof))
        #expect(signIn.user.providers == ["google"] && !signIn.isNewUser)
        let show = try #require(try rig.bodies(of: "/v2/accounts/mfaSignIn:finalize").last)
        #expect(show["mfaEnrollmentId"]?.string == challenge.factors.first?.id)
    }

    @Test func `a code without a factor id is for the authenticator app, and a wrong one can be retried`() async throws
    {
        var app = try await rig.protect()
        let challenge = try #require(
            await expectError(.secondFactorRequired) { _ = try await rig.service.exchange(try await rig.credential()) }?
                .secondFactor)
        let wrong = await expectError(.invalidCredentials) {
            _ = try await rig.service.exchange(
                .secondFactor(SecondFactorProof(.code(Secret("12345678")), ticket: challenge.ticket)))
        }
        #expect(wrong?.fields == ["code"])
        _ = try await rig.service.exchange(
            .secondFactor(SecondFactorProof(.code(app.code(at: Date())), ticket: challenge.ticket)))
        #expect(
            try rig.bodies(of: "mfaSignIn:finalize").map { $0["mfaEnrollmentId"]?.string } == [
                challenge.factors.first?.id, challenge.factors.first?.id,
            ])
    }

    @Test func `recovery codes are rejected without a request`() async throws {
        _ = try await rig.protect()
        let challenge = try #require(
            await expectError(.secondFactorRequired) { _ = try await rig.service.exchange(try await rig.credential()) }?
                .secondFactor)
        let count = rig.firebase.calls.count
        let wrong = await expectError(.invalidCredentials) {
            _ = try await rig.service.exchange(
                .secondFactor(SecondFactorProof(.recoveryCode(Secret("abc")), ticket: challenge.ticket)))
        }
        #expect(wrong?.fields == ["code"])
        await expectError(.providerRequired) { _ = try await rig.manager.generateRecoveryCodes() }
        #expect(rig.firebase.calls.count == count)
    }

    @Test func `an account whose only factor is a phone cannot sign in until the phone is removed`() async throws {
        let user = try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn))).user
        rig.firebase.state.withLock { $0.accounts.accounts[user.uid]?.factors = [.init(id: "phone-1")] }
        let error = await expectError(.providerRequired) {
            _ = try await rig.service.exchange(try await rig.credential())
        }
        #expect(error?.secondFactor == nil)
        await expectError(.providerRequired) {
            _ = try await rig.manager.startSecondFactorEnrollment(.phone("+33612345678"))
        }
        await expectError(.providerRequired) { try await rig.manager.sendSecondFactorCode() }
        let listed = try await rig.manager.secondFactors().factors
        #expect(listed.map(\.kind) == [.phone] && listed.first?.phone == "+33612345678")
        try await rig.manager.removeSecondFactor("phone-1")
        _ = try await rig.service.exchange(try await rig.credential())
    }

    @Test func `an authenticator app cannot be removed while a phone factor remains`() async throws {
        _ = try await rig.protect()
        let uid = try #require(rig.manager.auth?.uid)
        rig.firebase.state.withLock { $0.accounts.accounts[uid]?.factors.append(.init(id: "phone-1")) }
        let app = try #require(try await rig.manager.secondFactors().factors.first { $0.kind == .authenticator })
        await expectError(.invalidTransition) { try await rig.manager.removeSecondFactor(app.id) }
        #expect(!rig.firebase.calls.contains("mfaEnrollment:withdraw"))
        try await rig.manager.removeSecondFactor("phone-1")
        try await rig.manager.removeSecondFactor(app.id)
        #expect(try await rig.manager.secondFactors().factors.isEmpty)
        rig.firebase.state.withLock {
            $0.accounts.accounts[uid]?.factors = [.init(id: "phone-1"), .init(id: "phone-2")]
        }
        await expectError(.notFound) { try await rig.manager.removeSecondFactor("phone-3") }
        try await rig.manager.removeSecondFactor("phone-2")
        #expect(try await rig.manager.secondFactors().factors.map(\.id) == ["phone-1"])
    }

    @Test func `linking with a factor succeeds without tokens only if the account has the identity`() async throws {
        _ = try await rig.protect()
        let nonce = try await rig.manager.nonce(for: .linking)
        let uid = try #require(rig.manager.auth?.uid)
        rig.firebase.state.withLock { $0.accounts.accounts[uid]?.identities.append(("apple.com", "apple-1")) }
        rig.firebase.answer("signInWithIdp", 200, #"{"localId":"\#(uid)"}"#)
        let upgrade = try await rig.manager.upgrade(with: .apple(1, nonce))
        #expect(upgrade.outcome == .linked && upgrade.user.providers.contains("apple"))
        rig.firebase.answer("signInWithIdp", 200, #"{"localId":"\#(uid)"}"#)
        await expectError(.providerUnavailable) {
            try await rig.manager.upgrade(with: .apple(2, try await rig.manager.nonce(for: .linking)))
        }
    }

    @Test func `a guest who switches to an account with an authenticator app signs in with its code`()
        async throws
    {
        var app = try await rig.protect()
        let uid = try #require(rig.manager.auth?.uid)
        await rig.manager.signOut()
        let guest = try await rig.manager.signInAnonymously()
        let conflict = await expectError(.credentialInUse) {
            try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        }
        let ticket = try #require(conflict?.conflict?.ticket)
        let step = await expectError(.secondFactorRequired) {
            try await rig.manager.resolveConflict(.switch, ticket: ticket)
        }
        #expect(rig.manager.auth?.uid == guest.uid)
        let proof = SecondFactorProof(
            .code(app.code(at: Date())), ticket: try #require(step?.secondFactor?.ticket))
        #expect(try await rig.manager.signIn(with: .secondFactor(proof)).user.uid == uid)
    }

    @Test func `a second factor alone neither signs in nor reauthenticates`() async throws {
        var app = try await rig.protect()
        await expectError(.invalidRequest) {
            _ = try await rig.service.exchange(.secondFactor(SecondFactorProof(.code(app.code(at: Date())))))
        }
        let session = try #require(try rig.store.load())
        await expectError(.reauthenticationRequired) {
            _ = try await rig.service.reauthenticate(
                session, with: .secondFactor(SecondFactorProof(.code(app.code(at: Date())))))
        }
        #expect(!rig.firebase.calls.contains("mfaSignIn:finalize"))
    }

    @Test func `reauthentication as another user asks for none of that user's factors`() async throws {
        var app = try await rig.protect()
        let ticket = try #require(
            await expectError(.secondFactorRequired) { _ = try await rig.service.exchange(try await rig.credential()) }?
                .secondFactor?.ticket)
        try await rig.manager.signIn(with: .google(2, try await rig.manager.nonce(for: .signIn)))
        let session = try #require(try rig.store.load())
        let error = await expectError(.reauthenticationRequired) {
            _ = try await rig.service.reauthenticate(session, with: try await rig.credential())
        }
        #expect(error?.secondFactor == nil)
        await expectError(.reauthenticationRequired) {
            _ = try await rig.service.reauthenticate(
                session, with: .secondFactor(SecondFactorProof(.code(app.code(at: Date())), ticket: ticket)))
        }
    }

    // MARK: Refusals

    static let refusals: [(name: String, code: AuthError.Code)] = [
        ("UNVERIFIED_EMAIL : Need to verify email first.", .invalidTransition),
        ("UNSUPPORTED_FIRST_FACTOR", .invalidTransition), ("SECOND_FACTOR_LIMIT_EXCEEDED", .invalidTransition),
        ("SECOND_FACTOR_EXISTS", .providerAlreadyLinked), ("OPERATION_NOT_ALLOWED", .providerRequired),
        ("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", .reauthenticationRequired), ("INVALID_ID_TOKEN", .notAuthenticated),
    ]

    @Test(arguments: refusals)
    func `a Firebase error on starting an enrollment throws the matching AuthError code`(
        _ refusal: (name: String, code: AuthError.Code)
    ) async throws {
        rig.firebase.refuse("mfaEnrollment:start", refusal.name)
        let error = await expectError(refusal.code) {
            _ = try await rig.service.startSecondFactorEnrollment(.authenticator(), of: .sample(1), language: nil)
        }
        // The account screen uses this field to offer the verification email.
        #expect(error?.fields == (refusal.name.hasPrefix("UNVERIFIED_EMAIL") ? ["email"] : []))
    }

    static let steps: [(name: String, code: AuthError.Code)] = [
        ("INVALID_CODE", .invalidCredentials), ("MISSING_CODE", .invalidCredentials),
        ("INVALID_MFA_PENDING_CREDENTIAL", .ticketExpired), ("MFA_ENROLLMENT_NOT_FOUND", .ticketExpired),
        ("INVALID_MFA_ENROLLMENT_ID", .ticketExpired), ("TOTP_CHALLENGE_TIMEOUT", .ticketExpired),
        ("USER_DISABLED", .userDisabled), ("TOO_MANY_ATTEMPTS_TRY_LATER", .rateLimited),
    ]

    @Test(arguments: steps)
    func `a Firebase error on submitting a code throws the matching AuthError code`(
        _ step: (name: String, code: AuthError.Code)
    ) async throws {
        _ = try await rig.protect()
        let ticket = try #require(
            await expectError(.secondFactorRequired) { _ = try await rig.service.exchange(try await rig.credential()) }?
                .secondFactor?.ticket)
        rig.firebase.refuse("mfaSignIn:finalize", step.name)
        let error = await expectError(step.code) {
            _ = try await rig.service.exchange(
                .secondFactor(SecondFactorProof(.code(Secret("123456")), ticket: ticket)))
        }
        #expect(error?.fields == (step.code == .invalidCredentials ? ["code"] : []))
    }
}
