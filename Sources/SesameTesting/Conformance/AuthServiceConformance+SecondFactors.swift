import Foundation
import Sesame
import SesameCore

extension AuthServiceConformance {
    static let factorSignInCases: [Case] = [
        Case("whoever has an authenticator app is asked for it at every sign-in, and goes on by its code") { subject in
            let (session, app) = try await subject.protect(1)
            var shown = app
            let step = try await subject.awaited(1)
            try expect(step.factors.map(\.kind), is: [.authenticator], "the factors to choose from")
            try expect(!step.hasRecoveryCodes, "there are recovery codes that nobody has made")
            let signIn = try await subject.finish(step, .code(shown.code(at: Date())))
            try expect(signIn.user.uid, is: session.user.uid, "the uid")
            try expect(!signIn.isNewUser, "the second step made an account")
            _ = try await subject.service.refresh(signIn.session)
        },
        Case("a wrong code signs nobody in, and leaves the sign-in waiting") { subject in
            var (session, app) = try await subject.protect(1)
            let step = try await subject.awaited(1)
            for method in [SecondFactorProof.Method.code(Secret("0000000")), .recoveryCode(Secret("no-such-code"))] {
                let error = try await expect([.invalidCredentials], "a wrong code") {
                    _ = try await subject.finish(step, method)
                }
                try expect(error.fields, is: [SecondFactorChallenge.codeField], "what is to be corrected")
            }
            let signIn = try await subject.finish(step, .code(app.code(at: Date()), factor: step.factors.first?.id))
            try expect(signIn.user.uid, is: session.user.uid, "the uid")
            session = signIn.session
            _ = try await subject.service.refresh(session)
        },
        Case("a ticket of a second step that nobody was given, or that was used, signs nobody in") { subject in
            var (_, app) = try await subject.protect(1)
            let step = try await subject.awaited(1)
            let strange = SecondFactorChallenge(
                ticket: Secret("sf_nobodys"), expiresIn: .seconds(600), factors: step.factors, hasRecoveryCodes: false)
            try await expect([.ticketExpired], "a ticket that nobody was given") {
                _ = try await subject.finish(strange, .code(Secret("123456")))
            }
            _ = try await subject.finish(step, .code(app.code(at: Date())))
            try await expect([.ticketExpired], "a ticket that was used") {
                _ = try await subject.finish(step, .code(app.code(at: Date())))
            }
        },
    ]

    static let factorManagementCases: [Case] = [
        Case("with a second factor the first proof confirms nobody, and the factor does") { subject in
            var (session, app) = try await subject.protect(1)
            let credential = try await subject.credential(1)
            let known = session
            let step = try await expect([.secondFactorRequired], "a confirmation by the first proof") {
                _ = try await subject.service.reauthenticate(known, with: credential)
            }.secondFactor
            try expect(step?.isForConfirmation ?? true, "the ticket of a confirmation would end a sign-in")
            try await expect([.invalidCredentials], "a confirmation by a wrong code") {
                _ = try await subject.service.reauthenticate(
                    known, with: .secondFactor(SecondFactorProof(.code(Secret("0000000")), ticket: step?.ticket)))
            }
            session = try await subject.service.reauthenticate(
                session, with: .secondFactor(SecondFactorProof(.code(app.code(at: Date())), ticket: step?.ticket)))
            try expect(session.user.uid, is: known.user.uid, "the uid")
            _ = try await subject.service.refresh(session)
        },
        Case("a second factor is listed, and asked for no more when it was taken away") { subject in
            var (session, _) = try await subject.protect(1)
            let listed = try await subject.service.secondFactorService.secondFactors(of: session).factors
            try expect(listed.map(\.kind), is: [.authenticator], "the factors")
            for factor in listed {
                session = try await subject.service.secondFactorService.removeSecondFactor(factor.id, from: session)
            }
            let left = session
            try expect(
                try await subject.service.secondFactorService.secondFactors(of: left).factors.count, is: 0,
                "the factors that are left")
            try expect(try await subject.signIn(1).user.uid, is: left.user.uid, "the uid")
            try await expect([.notFound], "the removal of a factor that is gone") {
                _ = try await subject.service.secondFactorService.removeSecondFactor(
                    listed.first?.id ?? "x", from: left)
            }
            _ = try await subject.service.refresh(left)
        },
        Case("a second factor counts only after its first code, and the session keeps its id") { subject in
            let session = try await subject.signIn(1).session
            let begun = try await subject.service.secondFactorService.startSecondFactorEnrollment(
                .authenticator(), of: session, language: nil)
            try await expect([.invalidCredentials], "an addition by a wrong code") {
                _ = try await subject.service.secondFactorService.finishSecondFactorEnrollment(
                    .authenticator(), code: Secret("0000000"), continuing: begun.continuation, to: session)
            }
            try expect(
                try await subject.service.secondFactorService.secondFactors(of: session).factors.count, is: 0,
                "the factors so far")
            guard var app = begun.secret.flatMap({ Authenticator(key: $0) }) else {
                throw ConformanceFailure("the key is not one in base 32")
            }
            try expect(
                begun.address?.exposed.hasPrefix("otpauth://totp/") == true, "the address is no authenticator's")
            let next = try await subject.service.secondFactorService.finishSecondFactorEnrollment(
                .authenticator(), code: app.code(at: Date()), continuing: begun.continuation, to: session
            ).session
            try expect(next.id, is: session.id, "the session's id")
            _ = try await subject.service.refresh(next)
        },
        Case("the first second factor ends all other sessions") { subject in
            let other = try await subject.signIn(1).session
            let (session, _) = try await subject.protect(1)
            try await expectEnded(other, subject, "a session from before the factor")
            _ = try await subject.service.refresh(session)
        },
        Case("a guest has no second factor") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            try await expect([.invalidTransition], "a guest's second factor") {
                _ = try await subject.service.secondFactorService.startSecondFactorEnrollment(
                    .authenticator(), of: guest, language: nil)
            }
        },
    ]

    static let factorRecoveryCases: [Case] = [
        Case("a recovery code stands in for the factor, once") { subject in
            let (session, _) = try await subject.protect(1)
            let codes = try await subject.service.secondFactorService.generateRecoveryCodes(for: session)
            guard let code = codes.first else { throw ConformanceFailure("there is no recovery code") }
            try expect(
                try await subject.service.secondFactorService.secondFactors(of: session).recoveryCodesLeft,
                is: codes.count,
                "the recovery codes")
            let step = try await subject.awaited(1)
            try expect(step.hasRecoveryCodes, "the recovery codes are not offered")
            let signIn = try await subject.finish(step, .recoveryCode(code))
            try expect(signIn.user.uid, is: session.user.uid, "the uid")
            let next = try await subject.awaited(1)
            try await expect([.invalidCredentials], "a recovery code that was used") {
                _ = try await subject.finish(next, .recoveryCode(code))
            }
        },
        Case("recovery codes need a second factor that they stand in for") { subject in
            let session = try await subject.signIn(1).session
            try await expect([.invalidTransition], "recovery codes without a factor") {
                _ = try await subject.service.secondFactorService.generateRecoveryCodes(for: session)
            }
        },
    ]
}

extension AuthServiceConformance.Subject {
    /// Adds an authenticator app for the person, and returns the session and the app.
    fileprivate func protect(_ person: Int) async throws -> (Session, Authenticator) {
        let session = try await signIn(person).session
        let begun = try await service.secondFactorService.startSecondFactorEnrollment(
            .authenticator(), of: session, language: nil)
        guard var app = begun.secret.flatMap({ Authenticator(key: $0) }) else {
            throw ConformanceFailure("the key is not one in base 32")
        }
        let next = try await service.secondFactorService.finishSecondFactorEnrollment(
            .authenticator(), code: app.code(at: Date()), continuing: begun.continuation, to: session
        ).session
        return (next, app)
    }

    /// Signs the person in with the first factor and returns the second-factor challenge.
    fileprivate func awaited(_ person: Int) async throws -> SecondFactorChallenge {
        let error = try await expect([.secondFactorRequired], "a sign-in with the first proof alone") {
            _ = try await signIn(person)
        }
        guard let step = error.secondFactor else { throw ConformanceFailure("there is no ticket for the second step") }
        return step
    }

    /// Completes the pending sign-in.
    fileprivate func finish(
        _ step: SecondFactorChallenge, _ method: SecondFactorProof.Method
    ) async throws -> SignIn {
        try await service.exchange(.secondFactor(SecondFactorProof(method, ticket: step.ticket)))
    }
}
