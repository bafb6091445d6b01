import Sesame
import SesameCore

extension AuthServiceConformance {
    static let codeSignInCases: [Case] = [
        Case("a code makes an account, and the next one signs in to it") { subject in
            let first = try await subject.sendCode(1)
            let signIn = try await subject.service.exchange(.code(first.code, first.sent))
            try expect(signIn.isNewUser && !signIn.user.isAnonymous, "the code made no person's account")
            _ = try await subject.service.refresh(signIn.session)
            let second = try await subject.sendCode(1, language: "fr")
            let again = try await subject.service.exchange(.code(second.code, second.sent))
            try expect(again.user.uid, is: signIn.user.uid, "the uid")
            try expect(!again.isNewUser, "the second code made an account, too")
        },
        Case("a wrong code signs nobody in, and leaves the right one good, once") { subject in
            let (sent, code) = try await subject.sendCode(1)
            let wrong = Secret(code == Secret("000000") ? "000001" : "000000")
            try await expect([.invalidCredentials], "a sign-in with a wrong code") {
                _ = try await subject.service.exchange(.code(wrong, sent))
            }
            _ = try await subject.service.exchange(.code(code, sent))
            try await expect([.invalidCredentials], "a sign-in with a code that was used") {
                _ = try await subject.service.exchange(.code(code, sent))
            }
        },
        Case("somebody confirms who they are by a code to their address, and to nobody else's") { subject in
            let (sent, code) = try await subject.sendCode(1)
            let session = try await subject.service.exchange(.code(code, sent)).session
            let foreign = try await subject.sendCode(2)
            try await expect([.reauthenticationRequired], "a confirmation by a code to somebody else") {
                _ = try await subject.service.reauthenticate(session, with: .code(foreign.code, foreign.sent))
            }
            let own = try await subject.sendCode(1)
            let confirmed = try await subject.service.reauthenticate(session, with: .code(own.code, own.sent))
            try expect(confirmed.user.uid, is: session.user.uid, "the uid")
            _ = try await subject.service.refresh(confirmed)
            let signIn = try await subject.service.exchange(.code(foreign.code, foreign.sent))
            try expect(signIn.user.uid != session.user.uid, "the code to somebody else signed in to the first account")
        },
    ]
}
