import Foundation
import Sesame
import SesameCore

extension AuthServiceConformance {
    static let signInCases: [Case] = [
        Case("every nonce is another one") { subject in
            var nonces: Set<String> = []
            for _ in 0..<3 { nonces.insert(try await subject.service.nonce().value.exposed) }
            try expect(nonces.count, is: 3, "different nonces")
        },
        Case("a sign-in brings a session that can be used now") { subject in
            let signIn = try await subject.signIn(1)
            try expect(!signIn.session.id.isEmpty && !signIn.user.uid.isEmpty, "an id is empty")
            try expect(!signIn.user.isAnonymous, "somebody with a credential is a guest")
            try expect(
                signIn.session.isUsable(for: .seconds(1), at: signIn.session.receivedAt), "the session has expired")
            try expect(
                signIn.session.accessToken != signIn.session.refreshToken, "one token is both for access and refresh")
        },
        Case("the first sign-in makes the account, later ones find it") { subject in
            let first = try await subject.signIn(1)
            let second = try await subject.signIn(1)
            try expect(first.isNewUser, "the first sign-in made no account")
            try expect(!second.isNewUser, "the second sign-in made an account, too")
            try expect(second.user.uid, is: first.user.uid, "the uid")
            try expect(second.session.id != first.session.id, "two sign-ins have one session")
        },
        Case("two people have two accounts") { subject in
            let first = try await subject.signIn(1)
            let second = try await subject.signIn(2)
            try expect(second.isNewUser, "the second person has no account of their own")
            try expect(first.user.uid != second.user.uid, "two people have one uid")
        },
    ]

    static let anonymousCases: [Case] = [
        Case("every guest is somebody else") { subject in
            let first = try await subject.service.exchange(.anonymous)
            let second = try await subject.service.exchange(.anonymous)
            try expect(first.user.isAnonymous && second.user.isAnonymous, "a guest is none")
            try expect(first.isNewUser && second.isNewUser, "a guest's account was there before")
            try expect(first.user.uid != second.user.uid, "two guests have one uid")
        },
        Case("a guest's session is refreshed like any other") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            let fresh = try await subject.service.refresh(guest)
            try expect(fresh.id, is: guest.id, "the session's id")
            try expect(fresh.user.uid, is: guest.user.uid, "the uid")
        },
        Case("a guest's account can be deleted without a credential, and leaves nothing to do") { subject in
            let guest = try await subject.service.exchange(.anonymous).session
            let deletion = try await subject.service.deleteAccount(guest)
            try expect(deletion, is: AccountDeletion(), "what the deletion leaves to a guest")
            try await expectEnded(guest, subject, "a refresh after the deletion")
        },
    ]
}
