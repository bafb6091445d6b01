import Sesame
import SesameCore

extension AuthServiceConformance {
    static let signOutCases: [Case] = [
        Case("a revoked session has ended, and the response says so") { subject in
            let session = try await subject.signIn(1).session
            try await subject.service.revoke(Revocation(session))
            try await expectEnded(session, subject, "a refresh after the sign-out")
        },
        Case("a session can be revoked twice") { subject in
            let session = try await subject.signIn(1).session
            try await subject.service.revoke(Revocation(session))
            try await subject.service.revoke(Revocation(session))
        },
        Case("after a lost refresh response the previous token still revokes the session") { subject in
            let session = try await subject.signIn(1).session
            let fresh = try await subject.service.refresh(session)
            try await subject.service.revoke(Revocation(session))
            try await expectEnded(fresh, subject, "a refresh after the sign-out")
        },
        Case("a sign-out ends only its own session") { subject in
            let (phone, tablet) = (try await subject.signIn(1).session, try await subject.signIn(1).session)
            try await subject.service.revoke(Revocation(phone))
            _ = try await subject.service.refresh(tablet)
        },
    ]

    static let endCases: [Case] = [
        Case("a sign-in after a sign-out finds the same account") { subject in
            let first = try await subject.signIn(1)
            try await subject.service.revoke(Revocation(first.session))
            let second = try await subject.signIn(1)
            try expect(second.user.uid, is: first.user.uid, "the uid")
            try expect(!second.isNewUser, "the sign-in created another account")
        },
        Case("a reauthenticated user continues with the returned session") { subject in
            let session = try await subject.signIn(1).session
            let confirmed = try await subject.service.reauthenticate(session, with: try await subject.credential(1))
            try expect(confirmed.user.uid, is: session.user.uid, "the uid")
            _ = try await subject.service.refresh(confirmed)
        },
        Case("another user's credential does not reauthenticate, and ends no session") { subject in
            _ = try await subject.signIn(2)
            let session = try await subject.signIn(1).session
            let other = try await subject.credential(2)
            try await expect([.reauthenticationRequired], "a reauthentication with another user's credential") {
                _ = try await subject.service.reauthenticate(session, with: other)
            }
            _ = try await subject.service.refresh(session)
        },
        Case("a deletion ends the account's sessions on all devices") { subject in
            let (phone, tablet) = (try await subject.signIn(1).session, try await subject.signIn(1).session)
            try await subject.service.deleteAccount(phone)
            try await expectEnded(phone, subject, "a refresh after the deletion")
            try await expectEnded(tablet, subject, "a refresh on another device after the deletion")
        },
        Case("a user who returns after a deletion gets a new account") { subject in
            let first = try await subject.signIn(1)
            try await subject.service.deleteAccount(first.session)
            let second = try await subject.signIn(1)
            try expect(second.isNewUser, "the deleted account was found again")
            try expect(second.user.uid != first.user.uid, "the deleted account's uid was reused")
        },
        Case("a deletion whose response was lost can be repeated, and reports that the account is deleted") {
            subject in
            let session = try await subject.signIn(1).session
            try await subject.service.deleteAccount(session)
            try await expect([.userDeleted], "a second deletion") {
                try await subject.service.deleteAccount(session)
            }
        },
        Case("after a deletion the user has to withdraw only consents that they have given") { subject in
            let session = try await subject.signIn(1).session
            let deletion = try await subject.service.deleteAccount(session)
            for method in deletion.manualRevocation {
                try expect(session.user.providers.contains(method.rawValue), "the user never gave consent to \(method)")
            }
        },
        Case("a deletion does not affect other accounts") { subject in
            let (first, second) = (try await subject.signIn(1), try await subject.signIn(2))
            try await subject.service.deleteAccount(first.session)
            _ = try await subject.service.refresh(second.session)
        },
    ]
}
