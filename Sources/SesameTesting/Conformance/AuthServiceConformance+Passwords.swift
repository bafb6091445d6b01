import Sesame
import SesameCore

extension AuthServiceConformance {
    static let passwordSignInCases: [Case] = [
        Case("a registration with a password makes an account, and the password signs in to it") { subject in
            let first = try await subject.signUp(1)
            try expect(first.isNewUser, "the registration made no account")
            try expect(!first.user.isAnonymous, "somebody with a password is a guest")
            try expect(first.user.providers, is: ["password"], "the ways to sign in")
            let second = try await subject.service.exchange(.password(subject.password(1)))
            try expect(second.user.uid, is: first.user.uid, "the uid")
            try expect(!second.isNewUser, "the sign-in made an account, too")
        },
        Case("a wrong password, and an address that nobody has, are answered alike") { subject in
            _ = try await subject.signUp(1)
            for credential in [subject.password(1, "another password"), subject.password(2)] {
                try await expect([.invalidCredentials], "a sign-in with what is wrong") {
                    _ = try await subject.service.exchange(.password(credential))
                }
            }
        },
        Case("an address that is an account's makes no other account") { subject in
            let owner = try await subject.signUp(1)
            let second = PasswordRegistration(subject.password(1, "another password"))
            try await expect([.credentialInUse], "a registration with an account's address") {
                _ = try await subject.service.exchange(.passwordRegistration(second))
            }
            let signIn = try await subject.service.exchange(.password(subject.password(1)))
            try expect(signIn.user.uid, is: owner.user.uid, "the uid")
        },
        Case("a password that is too weak makes no account") { subject in
            let error = try await expect([.weakPassword], "a registration with a weak password") {
                _ = try await subject.service.exchange(
                    .passwordRegistration(PasswordRegistration(subject.password(1, "12345"))))
            }
            try expect(error.fields, is: ["password"], "what is to be corrected")
            try expect(try await subject.signUp(1).isNewUser, "the refused registration made an account")
        },
        Case("a guest who adds a password keeps the uid, and signs in by it") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            let upgrade = try await subject.service.linkingService.link(
                .password(subject.password(1)), to: guest, profile: [:], onConflict: .fail)
            try expect(upgrade.outcome, is: .linked, "the outcome")
            try expect(upgrade.user.uid, is: guest.user.uid, "the uid")
            try expect(!upgrade.user.isAnonymous, "the person is still a guest")
            _ = try await subject.service.refresh(upgrade.session)
            let signIn = try await subject.service.exchange(.password(subject.password(1)))
            try expect(signIn.user.uid, is: guest.user.uid, "the uid at the sign-in")
        },
        Case("a guest takes nobody's address, and goes over to its account only with the password") { subject in
            let owner = try await subject.signUp(1)
            let guest = try await subject.service.exchange(.anonymous).session
            func link(_ password: PasswordCredential, _ policy: ConflictPolicy) async throws -> Upgrade {
                try await subject.service.linkingService.link(
                    .password(password), to: guest, profile: [:], onConflict: policy)
            }
            let wrong = subject.password(1, "another password")
            try await expect([.credentialInUse], "a link of an account's address") { _ = try await link(wrong, .fail) }
            try await expect([.invalidCredentials], "a switch without the password") {
                _ = try await link(wrong, .switch)
            }
            let switched = try await link(subject.password(1), .switch)
            try expect(switched.outcome, is: .switched, "the outcome")
            try expect(switched.user.uid, is: owner.user.uid, "the uid")
        },
    ]

    static let passwordChangeCases: [Case] = [
        Case("a changed password is the only one") { subject in
            let session = try await subject.signUp(1).session
            let changed = try await subject.service.passwordService.changePassword(
                of: session, from: Secret("the first password"), to: Secret("the second password"))
            try expect(changed.user.uid, is: session.user.uid, "the uid")
            try expect(changed.id, is: session.id, "the session's id")
            _ = try await subject.service.refresh(changed)
            _ = try await subject.service.exchange(.password(subject.password(1, "the second password")))
            try await expect([.invalidCredentials], "a sign-in with the password from before") {
                _ = try await subject.service.exchange(.password(subject.password(1)))
            }
        },
        Case("a password is changed only with the current one, and to one that is taken") { subject in
            let session = try await subject.signUp(1).session
            for (current, next, code) in [
                ("another password", "the second password", AuthError.Code.invalidCredentials),
                ("the first password", "12345", .weakPassword),
            ] {
                try await expect([code], "a change that is refused") {
                    _ = try await subject.service.passwordService.changePassword(
                        of: session, from: Secret(current), to: Secret(next))
                }
            }
            _ = try await subject.service.exchange(.password(subject.password(1)))
            _ = try await subject.service.refresh(session)
        },
        Case("somebody confirms who they are by their password, and by nobody else's") { subject in
            _ = try await subject.signUp(2)
            let session = try await subject.signUp(1).session
            try await expect([.reauthenticationRequired], "a confirmation by somebody else's password") {
                _ = try await subject.service.reauthenticate(session, with: .password(subject.password(2)))
            }
            let confirmed = try await subject.service.reauthenticate(session, with: .password(subject.password(1)))
            try expect(confirmed.user.uid, is: session.user.uid, "the uid")
            _ = try await subject.service.refresh(confirmed)
        },
        Case("a mail for a forgotten password is asked for alike, whether the address is known or not") { subject in
            _ = try await subject.signUp(1)
            for person in [1, 2] {
                try await subject.service.passwordService.sendPasswordReset(
                    to: subject.password(person).email, language: "fr")
            }
            _ = try await subject.service.exchange(.password(subject.password(1)))
        },
        Case("somebody has a mail sent that verifies their address, and nobody else has") { subject in
            let session = try await subject.signUp(1).session
            try await subject.service.passwordService.sendVerification(for: session, language: nil)
            try await subject.service.deleteAccount(session)
            try await expect(endings, "a mail for an account that is gone") {
                try await subject.service.passwordService.sendVerification(for: session, language: nil)
            }
        },
        Case("a password that is the only way to sign in stays") { subject in
            let session = try await subject.signUp(1).session
            try await expect([.lastMethod], "an unlinking of the only way to sign in") {
                try await subject.service.linkingService.unlink(.password, from: session)
            }
            _ = try await subject.service.exchange(.password(subject.password(1)))
        },
    ]
}
