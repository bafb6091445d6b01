import Sesame
import SesameCore

extension AuthServiceConformance {
    static let passwordSignInCases: [Case] = [
        Case("a registration with a password creates an account, and the password signs in to it") { subject in
            let first = try await subject.signUp(1)
            try expect(first.isNewUser, "the registration did not create an account")
            try expect(!first.user.isAnonymous, "a user with a password is a guest")
            try expect(first.user.providers, is: ["password"], "the sign-in methods")
            let second = try await subject.service.exchange(.password(subject.password(1)))
            try expect(second.user.uid, is: first.user.uid, "the uid")
            try expect(!second.isNewUser, "the sign-in created another account")
        },
        Case("a wrong password and an unknown email address get the same error") { subject in
            _ = try await subject.signUp(1)
            for credential in [subject.password(1, "another password"), subject.password(2)] {
                try await expect([.invalidCredentials], "a sign-in with a wrong password or an unknown email address") {
                    _ = try await subject.service.exchange(.password(credential))
                }
            }
        },
        Case("a registration with an account's email address creates no second account") { subject in
            let owner = try await subject.signUp(1)
            let second = PasswordRegistration(subject.password(1, "another password"))
            try await expect([.credentialInUse], "a registration with an account's email address") {
                _ = try await subject.service.exchange(.passwordRegistration(second))
            }
            let signIn = try await subject.service.exchange(.password(subject.password(1)))
            try expect(signIn.user.uid, is: owner.user.uid, "the uid")
        },
        Case("a registration with a weak password creates no account") { subject in
            let error = try await expect([.weakPassword], "a registration with a weak password") {
                _ = try await subject.service.exchange(
                    .passwordRegistration(PasswordRegistration(subject.password(1, "12345"))))
            }
            try expect(error.fields, is: ["password"], "the invalid fields")
            try expect(try await subject.signUp(1).isNewUser, "the rejected registration created an account")
        },
        Case("a guest who adds a password keeps the uid, and the password signs in to the account") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            let upgrade = try await subject.service.linkingService.link(
                .password(subject.password(1)), to: guest, profile: [:], onConflict: .fail)
            try expect(upgrade.outcome, is: .linked, "the outcome")
            try expect(upgrade.user.uid, is: guest.user.uid, "the uid")
            try expect(!upgrade.user.isAnonymous, "the user is still a guest")
            _ = try await subject.service.refresh(upgrade.session)
            let signIn = try await subject.service.exchange(.password(subject.password(1)))
            try expect(signIn.user.uid, is: guest.user.uid, "the uid after the sign-in")
        },
        Case("a guest cannot add another account's email address, and needs its password to switch to that account") {
            subject in
            let owner = try await subject.signUp(1)
            let guest = try await subject.service.exchange(.anonymous).session
            func link(_ password: PasswordCredential, _ policy: ConflictPolicy) async throws -> Upgrade {
                try await subject.service.linkingService.link(
                    .password(password), to: guest, profile: [:], onConflict: policy)
            }
            let wrong = subject.password(1, "another password")
            try await expect([.credentialInUse], "linking another account's email address") {
                _ = try await link(wrong, .fail)
            }
            try await expect([.invalidCredentials], "a switch with a wrong password") {
                _ = try await link(wrong, .switch)
            }
            let switched = try await link(subject.password(1), .switch)
            try expect(switched.outcome, is: .switched, "the outcome")
            try expect(switched.user.uid, is: owner.user.uid, "the uid")
        },
    ]

    static let passwordChangeCases: [Case] = [
        Case("after a password change only the new password signs in") { subject in
            let session = try await subject.signUp(1).session
            let changed = try await subject.service.passwordService.changePassword(
                of: session, from: Secret("the first password"), to: Secret("the second password"))
            try expect(changed.user.uid, is: session.user.uid, "the uid")
            try expect(changed.id, is: session.id, "the session's id")
            _ = try await subject.service.refresh(changed)
            _ = try await subject.service.exchange(.password(subject.password(1, "the second password")))
            try await expect([.invalidCredentials], "a sign-in with the old password") {
                _ = try await subject.service.exchange(.password(subject.password(1)))
            }
        },
        Case("a password change requires the current password and an acceptable new one") { subject in
            let session = try await subject.signUp(1).session
            for (current, next, code) in [
                ("another password", "the second password", AuthError.Code.invalidCredentials),
                ("the first password", "12345", .weakPassword),
            ] {
                try await expect([code], "a password change with a wrong current or a weak new password") {
                    _ = try await subject.service.passwordService.changePassword(
                        of: session, from: Secret(current), to: Secret(next))
                }
            }
            _ = try await subject.service.exchange(.password(subject.password(1)))
            _ = try await subject.service.refresh(session)
        },
        Case("only the user's own password reauthenticates the user") { subject in
            _ = try await subject.signUp(2)
            let session = try await subject.signUp(1).session
            try await expect([.reauthenticationRequired], "a reauthentication with another user's password") {
                _ = try await subject.service.reauthenticate(session, with: .password(subject.password(2)))
            }
            let confirmed = try await subject.service.reauthenticate(session, with: .password(subject.password(1)))
            try expect(confirmed.user.uid, is: session.user.uid, "the uid")
            _ = try await subject.service.refresh(confirmed)
        },
        Case("a password reset can be requested for a known and for an unknown email address alike") { subject in
            _ = try await subject.signUp(1)
            for person in [1, 2] {
                try await subject.service.passwordService.sendPasswordReset(
                    to: subject.password(person).email, language: "fr")
            }
            _ = try await subject.service.exchange(.password(subject.password(1)))
        },
        Case("a user can request a verification email until the account is deleted") { subject in
            let session = try await subject.signUp(1).session
            try await subject.service.passwordService.sendVerification(for: session, language: nil)
            try await subject.service.deleteAccount(session)
            try await expect(endings, "a verification email for a deleted account") {
                try await subject.service.passwordService.sendVerification(for: session, language: nil)
            }
        },
        Case("a password that is the only sign-in method cannot be unlinked") { subject in
            let session = try await subject.signUp(1).session
            try await expect([.lastMethod], "unlinking the only sign-in method") {
                try await subject.service.linkingService.unlink(.password, from: session)
            }
            _ = try await subject.service.exchange(.password(subject.password(1)))
        },
    ]
}
