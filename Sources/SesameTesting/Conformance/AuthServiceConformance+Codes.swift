import Sesame
import SesameCore

extension AuthServiceConformance {
    static let codeSignInCases: [Case] = [
        Case("a code creates an account, and the next one signs in to it") { subject in
            let first = try await subject.sendCode(1)
            let signIn = try await subject.service.exchange(.code(first.code, first.sent))
            try expect(signIn.isNewUser && !signIn.user.isAnonymous, "the code did not create a full account")
            _ = try await subject.service.refresh(signIn.session)
            let second = try await subject.sendCode(1, language: "fr")
            let again = try await subject.service.exchange(.code(second.code, second.sent))
            try expect(again.user.uid, is: signIn.user.uid, "the uid")
            try expect(!again.isNewUser, "the second code created another account")
        },
        Case("a wrong code signs nobody in, and the right code stays valid for one use") { subject in
            let (sent, code) = try await subject.sendCode(1)
            let wrong = Secret(code == Secret("000000") ? "000001" : "000000")
            try await expect([.invalidCredentials], "a sign-in with a wrong code") {
                _ = try await subject.service.exchange(.code(wrong, sent))
            }
            _ = try await subject.service.exchange(.code(code, sent))
            try await expect([.invalidCredentials], "a sign-in with a used code") {
                _ = try await subject.service.exchange(.code(code, sent))
            }
        },
        Case("only a code to the user's own email address reauthenticates the user") { subject in
            let (sent, code) = try await subject.sendCode(1)
            let session = try await subject.service.exchange(.code(code, sent)).session
            let foreign = try await subject.sendCode(2)
            try await expect([.reauthenticationRequired], "a reauthentication with another user's code") {
                _ = try await subject.service.reauthenticate(session, with: .code(foreign.code, foreign.sent))
            }
            let own = try await subject.sendCode(1)
            let confirmed = try await subject.service.reauthenticate(session, with: .code(own.code, own.sent))
            try expect(confirmed.user.uid, is: session.user.uid, "the uid")
            _ = try await subject.service.refresh(confirmed)
            let signIn = try await subject.service.exchange(.code(foreign.code, foreign.sent))
            try expect(signIn.user.uid != session.user.uid, "another user's code signed in to the first account")
        },
    ]
}
