import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of attempts to take over or keep an email address: by an undone merge, a guest, a refused code, a disabled
/// account.
struct AddressOwnerTests {
    @Test func `a merge cannot be undone while a lost email address can take the account back`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.person("accomplice")
        rig.storage.clock.advance(by: 60)
        try await rig.link("accomplice", to: try await rig.owner(), onConflict: .merge)
        let thief = try await rig.caller(try await rig.signIn())
        #expect(try await rig.accounts.linking.undoEnd(of: thief) != nil)
        try await rig.change(to: 2, by: thief)
        let undo = try await rig.lastCode()
        #expect(try await rig.accounts.linking.undoEnd(of: thief) == nil)
        let refused = try await rig.code {
            _ = try await rig.accounts.linking.undoMerge(of: thief, context: rig.context)
        }
        #expect(refused == .nothingToUndo)
        #expect(try await rig.undo(undo).login(.email)?.name == "test.user.1@example.com")
    }

    @Test func `a guest cannot change an email address, with or without a session`() async throws {
        let rig = try await PasswordRig()
        let guest = try await rig.guest()
        for session in [guest.session.id, nil] {
            let order = OneTimeCodeRequest.changeEmail(to: try rig.email(), of: guest.session.account, askedIn: session)
            #expect(try await rig.code { _ = try await rig.mailed(order) } == .notFound)
        }
        try await rig.deliver()
        #expect(rig.messages.sent.isEmpty)
    }

    @Test func `a rejected email change code leaves the email address with its account`() async throws {
        let rig = try await PasswordRig()
        let owner = try await rig.owner()
        _ = try await rig.addApp(to: owner)
        let other = try await rig.person("other")
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(2), password: PasswordRig.password, to: other, context: rig.context)
        _ = try await rig.accounts.logins.changeEmail(of: owner, to: try rig.email(2), context: rig.context)
        let code = PresentedCode.link(try await rig.lastCode())
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.verify(with: code, of: rig.app, context: rig.context)
        }
        #expect(refused == .invalidTransition)
        #expect(try await rig.login(2)?.account == other.session.account)
        _ = try await rig.accounts.logins.verify(with: code, of: rig.app, by: .caller(owner), context: rig.context)
        #expect(try await rig.login(2)?.account == owner.session.account)
    }

    @Test(arguments: [true, false])
    func `an unverified email address of a disabled account goes to its mailbox owner`(isReset: Bool) async throws {
        let rig = try await PasswordRig()
        let squatter = try await rig.caller(try await rig.signUp())
        try await rig.disable(squatter)
        try await rig.openMail(isReset: isReset)
        if isReset { _ = try await rig.signIn(1, PasswordRig.other) }
        let login = try #require(try await rig.login())
        #expect(login.isClaimed && login.account != squatter.session.account)
    }

    @Test(arguments: [true, false])
    func `the mailbox owner of an unverified email address does not get an account that lost its identity`(
        isReset: Bool
    ) async throws {
        let rig = try await PasswordRig()
        let person = try await rig.person("gone")
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(), password: PasswordRig.password, to: person, context: rig.context)
        rig.storage.clock.advance(by: 10)
        _ = try await rig.accounts.notifications.handle(
            notification: try rig.apple.notification("account-deleted", of: "gone"), from: .apple,
            apps: AppDirectory([rig.app]), context: rig.context)
        #expect(try await rig.login()?.account == person.session.account)
        try await rig.openMail(isReset: isReset)
        let login = try #require(try await rig.login())
        #expect(login.isClaimed && login.account != person.session.account)
    }

    @Test func `no code is sent to the verified email address of a disabled account`() async throws {
        let rig = try await PasswordRig()
        let owner = try await rig.owner()
        try await rig.deliver()
        let mails = rig.messages.sent.count
        try await rig.disable(owner)
        for order in [OneTimeCodeRequest.signIn(try rig.email()), .resetPassword(try rig.email())] {
            try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context)
        }
        try await rig.deliver()
        #expect(rig.messages.sent.count == mails)
    }
}

extension PasswordRig {
    fileprivate func disable(_ caller: Caller) async throws {
        _ = try await accounts.operators.disable(caller.session.account, in: app.id, context: context)
    }
}
