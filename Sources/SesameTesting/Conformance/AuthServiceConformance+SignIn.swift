import Foundation
import Sesame
import SesameCore

extension AuthServiceConformance {
    static let signInCases: [Case] = [
        Case("every nonce is different") { subject in
            var nonces: Set<String> = []
            for _ in 0..<3 { nonces.insert(try await subject.service.nonce().value.exposed) }
            try expect(nonces.count, is: 3, "different nonces")
        },
        Case("a sign-in returns a session that can be used immediately") { subject in
            let signIn = try await subject.signIn(1)
            try expect(!signIn.session.id.isEmpty && !signIn.user.uid.isEmpty, "the session's id or the uid is empty")
            try expect(!signIn.user.isAnonymous, "a user with a credential is a guest")
            try expect(
                signIn.session.isUsable(for: .seconds(1), at: signIn.session.receivedAt), "the session has expired")
            try expect(
                signIn.session.accessToken != signIn.session.refreshToken,
                "the access token and the refresh token are the same")
        },
        Case("the first sign-in creates the account, and later ones find it") { subject in
            let first = try await subject.signIn(1)
            let second = try await subject.signIn(1)
            try expect(first.isNewUser, "the first sign-in did not create an account")
            try expect(!second.isNewUser, "the second sign-in created another account")
            try expect(second.user.uid, is: first.user.uid, "the uid")
            try expect(second.session.id != first.session.id, "two sign-ins have the same session")
        },
        Case("two users have two accounts") { subject in
            let first = try await subject.signIn(1)
            let second = try await subject.signIn(2)
            try expect(second.isNewUser, "the second user did not get a new account")
            try expect(first.user.uid != second.user.uid, "two users have the same uid")
        },
    ]

    static let anonymousCases: [Case] = [
        Case("every guest is a new user") { subject in
            let first = try await subject.service.exchange(.anonymous)
            let second = try await subject.service.exchange(.anonymous)
            try expect(first.user.isAnonymous && second.user.isAnonymous, "a guest is not anonymous")
            try expect(first.isNewUser && second.isNewUser, "a guest's account already existed")
            try expect(first.user.uid != second.user.uid, "two guests have the same uid")
        },
        Case("a guest's session is refreshed like any other") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            let fresh = try await subject.service.refresh(guest)
            try expect(fresh.id, is: guest.id, "the session's id")
            try expect(fresh.user.uid, is: guest.user.uid, "the uid")
        },
        Case("a guest's account can be deleted without a credential, and no steps remain for the user") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            let deletion = try await subject.service.deleteAccount(guest)
            try expect(deletion, is: AccountDeletion(), "the steps that remain for the guest")
            try await expectEnded(guest, subject, "a refresh after the deletion")
        },
    ]
}
