import Foundation
import Sesame
import SesameCore

extension AuthServiceConformance {
    static let factorSignInCases: [Case] = [
        Case("every sign-in of a user with an authenticator app requires a code of the app") { subject in
            let (session, app) = try await subject.protect(1)
            var shown = app
            let step = try await subject.awaited(1)
            try expect(step.factors.map(\.kind), is: [.authenticator], "the offered second factors")
            try expect(!step.hasRecoveryCodes, "recovery codes are offered, but none were generated")
            let signIn = try await subject.finish(step, .code(shown.code(at: Date())))
            try expect(signIn.user.uid, is: session.user.uid, "the uid")
            try expect(!signIn.isNewUser, "the second step created an account")
            _ = try await subject.service.refresh(signIn.session)
        },
        Case("a wrong code signs nobody in and keeps the sign-in pending") { subject in
            var (session, app) = try await subject.protect(1)
            let step = try await subject.awaited(1)
            for method in [SecondFactorProof.Method.code(Secret("0000000")), .recoveryCode(Secret("no-such-code"))] {
                let error = try await expect([.invalidCredentials], "a wrong code") {
                    _ = try await subject.finish(step, method)
                }
                try expect(error.fields, is: [SecondFactorChallenge.codeField], "the invalid fields")
            }
            let signIn = try await subject.finish(step, .code(app.code(at: Date()), factor: step.factors.first?.id))
            try expect(signIn.user.uid, is: session.user.uid, "the uid")
            session = signIn.session
            _ = try await subject.service.refresh(session)
        },
        Case("an unknown or used ticket of a second step signs nobody in") { subject in
            var (_, app) = try await subject.protect(1)
            let step = try await subject.awaited(1)
            let strange = SecondFactorChallenge(
                ticket: Secret("sf_nobodys"), expiresIn: .seconds(600), factors: step.factors, hasRecoveryCodes: false)
            try await expect([.ticketExpired], "an unknown ticket") {
                _ = try await subject.finish(strange, .code(Secret("123456")))
            }
            _ = try await subject.finish(step, .code(app.code(at: Date())))
            try await expect([.ticketExpired], "a used ticket") {
                _ = try await subject.finish(step, .code(app.code(at: Date())))
            }
        },
    ]

    static let factorManagementCases: [Case] = [
        Case("with a second factor, only that factor reauthenticates the user, not the first credential") { subject in
            var (session, app) = try await subject.protect(1)
            let credential = try await subject.credential(1)
            let known = session
            let step = try await expect([.secondFactorRequired], "a reauthentication with the first credential") {
                _ = try await subject.service.reauthenticate(known, with: credential)
            }.secondFactor
            try expect(step?.isForConfirmation ?? true, "the ticket is for a sign-in, not for a reauthentication")
            try await expect([.invalidCredentials], "a reauthentication with a wrong code") {
                _ = try await subject.service.reauthenticate(
                    known, with: .secondFactor(SecondFactorProof(.code(Secret("0000000")), ticket: step?.ticket)))
            }
            session = try await subject.service.reauthenticate(
                session, with: .secondFactor(SecondFactorProof(.code(app.code(at: Date())), ticket: step?.ticket)))
            try expect(session.user.uid, is: known.user.uid, "the uid")
            _ = try await subject.service.refresh(session)
        },
        Case("a second factor is listed, and no longer required after its removal") { subject in
            var (session, _) = try await subject.protect(1)
            let listed = try await subject.service.secondFactorService.secondFactors(of: session).factors
            try expect(listed.map(\.kind), is: [.authenticator], "the factors")
            for factor in listed {
                session = try await subject.service.secondFactorService.removeSecondFactor(factor.id, from: session)
            }
            let left = session
            try expect(
                try await subject.service.secondFactorService.secondFactors(of: left).factors.count, is: 0,
                "the number of remaining second factors")
            try expect(try await subject.signIn(1).user.uid, is: left.user.uid, "the uid")
            try await expect([.notFound], "removing a second factor that was already removed") {
                _ = try await subject.service.secondFactorService.removeSecondFactor(
                    listed.first?.id ?? "x", from: left)
            }
            _ = try await subject.service.refresh(left)
        },
        Case("a second factor is added only after its first code, and the session keeps its id") { subject in
            let session = try await subject.signIn(1).session
            let begun = try await subject.service.secondFactorService.startSecondFactorEnrollment(
                .authenticator(), of: session, language: nil)
            try await expect([.invalidCredentials], "an enrollment with a wrong code") {
                _ = try await subject.service.secondFactorService.finishSecondFactorEnrollment(
                    .authenticator(), code: Secret("0000000"), continuing: begun.continuation, to: session)
            }
            try expect(
                try await subject.service.secondFactorService.secondFactors(of: session).factors.count, is: 0,
                "the number of second factors before the first code")
            guard var app = begun.secret.flatMap({ Authenticator(key: $0) }) else {
                throw ConformanceFailure("the authenticator key is missing or not base32")
            }
            try expect(
                begun.address?.exposed.hasPrefix("otpauth://totp/") == true,
                "the address is missing or not an otpauth://totp/ URL")
            let next = try await subject.service.secondFactorService.finishSecondFactorEnrollment(
                .authenticator(), code: app.code(at: Date()), continuing: begun.continuation, to: session
            ).session
            try expect(next.id, is: session.id, "the session's id")
            _ = try await subject.service.refresh(next)
        },
        Case("the first second factor ends all other sessions") { subject in
            let other = try await subject.signIn(1).session
            let (session, _) = try await subject.protect(1)
            try await expectEnded(other, subject, "a refresh of a session from before the second factor")
            _ = try await subject.service.refresh(session)
        },
        Case("a guest cannot enroll a second factor") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            try await expect([.invalidTransition], "a guest's enrollment of a second factor") {
                _ = try await subject.service.secondFactorService.startSecondFactorEnrollment(
                    .authenticator(), of: guest, language: nil)
            }
        },
    ]

    static let factorRecoveryCases: [Case] = [
        Case("a recovery code replaces the second factor once") { subject in
            let (session, _) = try await subject.protect(1)
            let codes = try await subject.service.secondFactorService.generateRecoveryCodes(for: session)
            guard let code = codes.first else { throw ConformanceFailure("no recovery codes were generated") }
            try expect(
                try await subject.service.secondFactorService.secondFactors(of: session).recoveryCodesLeft,
                is: codes.count,
                "the number of recovery codes left")
            let step = try await subject.awaited(1)
            try expect(step.hasRecoveryCodes, "recovery codes are not offered")
            let signIn = try await subject.finish(step, .recoveryCode(code))
            try expect(signIn.user.uid, is: session.user.uid, "the uid")
            let next = try await subject.awaited(1)
            try await expect([.invalidCredentials], "a used recovery code") {
                _ = try await subject.finish(next, .recoveryCode(code))
            }
        },
        Case("recovery codes require a second factor") { subject in
            let session = try await subject.signIn(1).session
            try await expect([.invalidTransition], "generating recovery codes without a second factor") {
                _ = try await subject.service.secondFactorService.generateRecoveryCodes(for: session)
            }
        },
    ]
}

extension AuthServiceConformance.Subject {
    /// Signs in the user with the given number, adds an authenticator app, and returns the session and the app.
    fileprivate func protect(_ person: Int) async throws -> (Session, Authenticator) {
        let session = try await signIn(person).session
        let begun = try await service.secondFactorService.startSecondFactorEnrollment(
            .authenticator(), of: session, language: nil)
        guard var app = begun.secret.flatMap({ Authenticator(key: $0) }) else {
            throw ConformanceFailure("the authenticator key is missing or not base32")
        }
        let next = try await service.secondFactorService.finishSecondFactorEnrollment(
            .authenticator(), code: app.code(at: Date()), continuing: begun.continuation, to: session
        ).session
        return (next, app)
    }

    /// Signs in the user with the given number by the first factor, and returns the second-factor challenge.
    fileprivate func awaited(_ person: Int) async throws -> SecondFactorChallenge {
        let error = try await expect([.secondFactorRequired], "a sign-in with the first credential alone") {
            _ = try await signIn(person)
        }
        guard let step = error.secondFactor else {
            throw ConformanceFailure("the error has no second-factor challenge")
        }
        return step
    }

    /// Completes a pending sign-in with a second factor.
    fileprivate func finish(
        _ step: SecondFactorChallenge, _ method: SecondFactorProof.Method
    ) async throws -> SignIn {
        try await service.exchange(.secondFactor(SecondFactorProof(method, ticket: step.ticket)))
    }
}
