import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of the emails about password changes.
struct NoticeTests {
    private static let third = Secret("five tiny yellow suns")

    private func subjects(_ rig: PasswordRig) async throws -> [String] {
        try await rig.deliver()
        return rig.messages.sent.map(\.subject)
    }

    private func reset(_ rig: PasswordRig, to password: Secret) async throws {
        try await rig.accounts.codes.sendCode(
            .resetPassword(try rig.email(), as: .link, in: nil), of: rig.app, context: rig.context)
        let code = try await rig.lastCode()
        _ = try await rig.accounts.logins.resetPassword(
            with: .link(code), to: password, of: rig.app, context: rig.context)
    }

    @Test func `an unverified email address gets no email about a password change`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        _ = try await rig.accounts.logins.changePassword(of: caller, to: PasswordRig.other, context: rig.context)
        #expect(try await subjects(rig).isEmpty)
    }

    @Test func `a verified but unclaimed email address gets no email about a password change`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        let order = OneTimeCodeRequest.verify(try rig.email(), of: caller.session.account, askedIn: caller.session.id)
        try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context)
        _ = try await rig.accounts.logins.verify(
            with: .link(try await rig.lastCode()), of: rig.app, context: rig.context)
        let login = try #require(try await rig.login())
        #expect(login.isVerified && !login.isClaimed)
        _ = try await rig.accounts.logins.changePassword(of: caller, to: PasswordRig.other, context: rig.context)
        #expect(try await subjects(rig).count == 1)
    }

    @Test func `a password reset or change sends an email, a rejected change does not`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        try await reset(rig, to: PasswordRig.other)
        #expect(try await subjects(rig) == ["Reset your password for authservice", "Your password was changed"])
        let caller = try await rig.caller(try await rig.signIn(1, PasswordRig.other))
        for (current, next) in [(PasswordRig.password, Self.third), (PasswordRig.other, Secret("12345"))] {
            let refused = try await rig.code {
                _ = try await rig.accounts.logins.changePassword(
                    of: caller, from: current, to: next, context: rig.context)
            }
            #expect(refused != nil)
        }
        #expect(try await subjects(rig).count == 2)
        _ = try await rig.accounts.logins.changePassword(
            of: caller, from: PasswordRig.other, to: Self.third, context: rig.context)
        #expect(try await subjects(rig).count == 3)
        let last = try #require(rig.messages.sent.last)
        #expect(last.recipient == "test.user.1@example.com" && last.subject == "Your password was changed")
        #expect(!last.body.contains(Self.third.exposed))
    }

    @Test func `replacing a password by adding one sends an email`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        try await reset(rig, to: PasswordRig.other)
        let caller = try await rig.caller(try await rig.signIn(1, PasswordRig.other))
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(), password: Self.third, to: caller, context: rig.context)
        #expect(try await subjects(rig).count == 3)
    }

    @Test(arguments: [true, false])
    func `adding a password sends an email to the verified email address only`(isNewAddress: Bool) async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.person("1")
        let (id, app, proved) = (caller.session.account, rig.app.id, try rig.email(1).description)
        let claims = IdentityClaims(email: proved, emailVerified: true, emailIsAuthoritative: true)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for var identity in try transaction.identities(of: id, in: app) {
                identity.claims = claims
                try transaction.update(identity)
            }
        }
        let email = try rig.email(isNewAddress ? 2 : 1)
        _ = try await rig.accounts.logins.addPassword(
            email: email, password: PasswordRig.password, to: caller, context: rig.context)
        #expect(try await subjects(rig) == ["A sign-in method was added"])
        #expect(rig.messages.sent.map(\.recipient) == [proved])
    }

    @Test func `adding a first password after an email link sign-in sends an email`() async throws {
        let rig = try await PasswordRig()
        try await rig.accounts.codes.sendCode(
            .signIn(try rig.email(), as: .link, in: nil), of: rig.app, context: rig.context)
        let code = try await rig.lastCode()
        let caller = try await rig.caller(
            try await rig.accounts.logins.signIn(with: .link(code), to: rig.app, context: rig.context))
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(), password: PasswordRig.password, to: caller, context: rig.context)
        #expect(try await subjects(rig).dropFirst() == ["A password was added"])
    }

    @Test func `a guest who adds a password gets no email`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(), password: PasswordRig.password, to: try await rig.guest(), context: rig.context)
        #expect(try await subjects(rig).isEmpty)
    }

    @Test func `a server without email still changes passwords`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        try await reset(rig, to: PasswordRig.other)
        let caller = try await rig.caller(try await rig.signIn(1, PasswordRig.other))
        rig.messages.carry([])
        _ = try await rig.accounts.logins.changePassword(of: caller, to: Self.third, context: rig.context)
        rig.messages.carry([.email])
        #expect(try await subjects(rig).count == 2)
    }
}
