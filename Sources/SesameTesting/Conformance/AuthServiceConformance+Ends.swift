import Sesame
import SesameCore

extension AuthServiceConformance {
    static let signOutCases: [Case] = [
        Case("a revoked session is over, and the answer says so") { subject in
            let session = try await subject.signIn(1).session
            try await subject.service.revoke(Revocation(session))
            try await expectEnded(session, subject, "a refresh after the sign-out")
        },
        Case("a session can be revoked twice") { subject in
            let session = try await subject.signIn(1).session
            try await subject.service.revoke(Revocation(session))
            try await subject.service.revoke(Revocation(session))
        },
        Case("a session whose last answer was lost can be revoked with the token from before") { subject in
            let session = try await subject.signIn(1).session
            let fresh = try await subject.service.refresh(session)
            try await subject.service.revoke(Revocation(session))
            try await expectEnded(fresh, subject, "a refresh after the sign-out")
        },
        Case("a sign-out ends one session only") { subject in
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
            try expect(!second.isNewUser, "the sign-in made another account")
        },
        Case("somebody who confirms who they are goes on with the session that they get") { subject in
            let session = try await subject.signIn(1).session
            let confirmed = try await subject.service.reauthenticate(session, with: try await subject.credential(1))
            try expect(confirmed.user.uid, is: session.user.uid, "the uid")
            _ = try await subject.service.refresh(confirmed)
        },
        Case("another person's credential confirms nothing, and ends nothing") { subject in
            _ = try await subject.signIn(2)
            let session = try await subject.signIn(1).session
            let other = try await subject.credential(2)
            try await expect([.reauthenticationRequired], "a confirmation by somebody else") {
                _ = try await subject.service.reauthenticate(session, with: other)
            }
            _ = try await subject.service.refresh(session)
        },
        Case("a deleted account's sessions are over, on all devices") { subject in
            let (phone, tablet) = (try await subject.signIn(1).session, try await subject.signIn(1).session)
            try await subject.service.deleteAccount(phone)
            try await expectEnded(phone, subject, "a refresh after the deletion")
            try await expectEnded(tablet, subject, "a refresh of another device after the deletion")
        },
        Case("whoever comes back after a deletion gets a new account") { subject in
            let first = try await subject.signIn(1)
            try await subject.service.deleteAccount(first.session)
            let second = try await subject.signIn(1)
            try expect(second.isNewUser, "the deleted account was found again")
            try expect(second.user.uid != first.user.uid, "the deleted account's uid was given again")
        },
        Case("a deletion whose answer was lost can be repeated, and the answer says that the account is gone") {
            subject in
            let session = try await subject.signIn(1).session
            try await subject.service.deleteAccount(session)
            try await expect([.userDeleted], "a second deletion") {
                try await subject.service.deleteAccount(session)
            }
        },
        Case("a deletion leaves to the person only what they consented to") { subject in
            let session = try await subject.signIn(1).session
            let deletion = try await subject.service.deleteAccount(session)
            for method in deletion.manualRevocation {
                try expect(session.user.providers.contains(method.rawValue), "\(method) was never consented to")
            }
        },
        Case("a deletion leaves everybody else alone") { subject in
            let (first, second) = (try await subject.signIn(1), try await subject.signIn(2))
            try await subject.service.deleteAccount(first.session)
            _ = try await subject.service.refresh(second.session)
        },
    ]
}
