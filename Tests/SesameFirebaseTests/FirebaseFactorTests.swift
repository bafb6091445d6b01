import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

/// Tests of authenticator apps at a Firebase project, beyond the conformance cases for every back end.
@Suite struct FirebaseFactorTests {
    let rig = FirebaseFactorRig()

    @Test func `the first code goes along with what was begun, and the tokens of the answer take the others' place`()
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

    @Test func `what another person has begun goes along with nobody's code`() async throws {
        try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        _ = try await rig.manager.startSecondFactorEnrollment(.authenticator())
        try await rig.manager.signIn(with: .google(2, try await rig.manager.nonce(for: .signIn)))
        await expectError(.ticketExpired) {
            try await rig.manager.finishSecondFactorEnrollment(.authenticator(), code: Secret("123456"))
        }
        #expect(!rig.firebase.calls.contains("mfaEnrollment:finalize"))
    }

    @Test func `a look at the account that gets lost costs nobody the new tokens`() async throws {
        try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        let begun = try await rig.manager.startSecondFactorEnrollment(.authenticator(name: "Phone"))
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        rig.firebase.answer("lookup", 503)
        let added = try await rig.manager.finishSecondFactorEnrollment(
            .authenticator(name: "Phone"), code: app.code(at: Date()))
        #expect(added == SecondFactorInfo(id: "", kind: .authenticator, displayName: "Phone"))
        _ = try await rig.service.refresh(try #require(try rig.store.load()))
    }

    @Test func `an addition whose answer got lost is found to be made`() async throws {
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

    @Test func `whose sign-in is too long ago for the first code begins again`() async throws {
        try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        _ = try await rig.manager.startSecondFactorEnrollment(.authenticator())
        rig.firebase.refuse("mfaEnrollment:finalize", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        await expectError(.ticketExpired) {
            try await rig.manager.finishSecondFactorEnrollment(.authenticator(), code: Secret("123456"))
        }
    }

    @Test func `a removal keeps the session that Firebase gives for it, or the one that there was`() async throws {
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

    @Test func `a sign-in that waits goes on by its ticket, in the provider's name`() async throws {
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

    @Test func `a code without a factor's name is the app's, and a wrong one may be typed again`() async throws {
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

    @Test func `a recovery code is none of Firebase's, and asks nobody`() async throws {
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

    @Test func `whose only factor is a phone is told that it cannot be shown, and may take it away`() async throws {
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

    @Test func `an app stays as long as a phone does, by which nobody could sign in here`() async throws {
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

    @Test func `a link for somebody with an app is made, although no tokens come`() async throws {
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

    @Test func `a guest who switches to an account with an app goes on by the app, and leaves the guest behind`()
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

    @Test func `a factor is no proof of anybody without the first one`() async throws {
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

    @Test func `a confirmation by somebody else's proof asks for no factor of theirs`() async throws {
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
    func `what Firebase says about a new factor is what a person can do`(
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
    func `what Firebase says about a code that is shown is what a person can do`(
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
