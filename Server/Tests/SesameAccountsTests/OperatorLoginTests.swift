import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Accounts by a back end, on contracts of other systems.
struct OperatorLoginTests {
    @Test func `a back end makes an account that signs in by its password`() async throws {
        let rig = try await PasswordRig()
        var order = AccountOrder()
        order.id = AccountID("from-elsewhere")
        order.email = try rig.email()
        order.isEmailVerified = true
        order.password = PasswordRig.password
        order.details = { $0.displayName = "Test User 1" }
        let view = try await rig.accounts.create(order, in: rig.app, context: rig.context)
        #expect(view.account.id.description == "from-elsewhere" && view.claims.emailVerified)
        #expect(try await rig.accounts.details(of: view.account.id, in: rig.app.id).displayName == "Test User 1")
        #expect(try await rig.signIn().view.account.id == view.account.id)
        for change: @Sendable (inout AccountOrder) -> Void in [
            { $0.id = AccountID("another") }, { $0.email = nil }, { $0.id = AccountID("not an id") },
        ] {
            var again = order
            change(&again)
            #expect(
                try await rig.code { _ = try await rig.accounts.create(again, in: rig.app, context: rig.context) }
                    != nil)
        }
    }

    @Test func `an account without address and number is no guest`() async throws {
        let rig = try await PasswordRig()
        let view = try await rig.accounts.create(AccountOrder(), in: rig.app, context: rig.context)
        #expect(!view.isAnonymous && view.methods == ["custom"])
    }

    @Test func `a back end's edit of a password ends all sessions`() async throws {
        let rig = try await PasswordRig()
        let made = try await rig.signUp()
        var edit = LoginEdit()
        edit.password = .set(PasswordRig.other)
        _ = try await rig.accounts.change(made.view.account.id, in: rig.app, by: edit, context: rig.context)
        #expect(try await rig.code { _ = try await rig.caller(made) } == .sessionRevoked)
        _ = try await rig.signIn(1, PasswordRig.other)
        var weak = LoginEdit()
        weak.password = .set(Secret("password"))
        let refused = try await rig.code {
            _ = try await rig.accounts.change(made.view.account.id, in: rig.app, by: weak, context: rig.context)
        }
        #expect(refused == .weakPassword)
    }

    @Test func `an edited address is free to have, and not verified unless it is said`() async throws {
        let rig = try await PasswordRig()
        let one = try await rig.signUp(1).view.account.id
        _ = try await rig.signUp(2)
        var taken = LoginEdit()
        taken.email = .set(try rig.email(2))
        let refused = try await rig.code {
            _ = try await rig.accounts.change(one, in: rig.app, by: taken, context: rig.context)
        }
        #expect(refused == .credentialInUse)
        var edit = LoginEdit()
        edit.email = .set(try rig.email(3))
        let view = try await rig.accounts.change(one, in: rig.app, by: edit, context: rig.context)
        #expect(view.login(.email)?.isVerified == false)
        _ = try await rig.signIn(3)
        edit.isEmailVerified = true
        edit.phone = .set(try #require(PhoneNumber("+33612345678")))
        let verified = try await rig.accounts.change(one, in: rig.app, by: edit, context: rig.context)
        #expect(verified.login(.email)?.isVerified == true && verified.login(.phone)?.isVerified == false)
        edit.email = .remove
        edit.phone = .remove
        edit.isEmailVerified = nil
        let bare = try await rig.accounts.change(one, in: rig.app, by: edit, context: rig.context)
        #expect(bare.methods == ["custom"] && !bare.isAnonymous)
    }

    @Test func `on a back end's word somebody signs in, and gets an account of that id`() async throws {
        let rig = try await PasswordRig()
        let made = try await rig.accounts.signIn(
            vouchedFor: AccountID("person-1"), to: rig.app, context: rig.context)
        #expect(made.isNewUser && made.view.account.id.description == "person-1")
        #expect(try await rig.caller(made).session.method == .custom)
        let again = try await rig.accounts.signIn(
            vouchedFor: AccountID("person-1"), to: rig.app, context: rig.context)
        #expect(!again.isNewUser)
        _ = try await rig.accounts.disable(made.view.account.id, in: rig.app.id, context: rig.context)
        let disabled = try await rig.code {
            _ = try await rig.accounts.signIn(vouchedFor: made.view.account.id, to: rig.app, context: rig.context)
        }
        #expect(disabled == .userDisabled)
        _ = try await rig.accounts.delete(made.view.account.id, in: rig.app.id, context: rig.context)
        let gone = try await rig.code {
            _ = try await rig.accounts.signIn(vouchedFor: made.view.account.id, to: rig.app, context: rig.context)
        }
        #expect(gone == .userDeleted)
    }

    @Test func `an address is changed by its person after a recent sign-in, and the old one is told`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp(1))
        try await rig.accounts.sendCode(
            .verify(try rig.email(1), of: caller.session.account), of: rig.app, context: rig.context)
        _ = try await rig.accounts.verify(
            with: .link(try await rig.lastCode()), of: rig.app, context: rig.context)
        let view = try await rig.accounts.changeEmail(of: caller, to: try rig.email(2), context: rig.context)
        #expect(view.login(.email)?.name == "test.user.2@example.com" && !view.claims.emailVerified)
        try await rig.deliver()
        #expect(rig.messages.sent.last?.to == "test.user.1@example.com")
        _ = try await rig.signIn(2)
        _ = try await rig.signUp(3)
        let taken = try await rig.code {
            _ = try await rig.accounts.changeEmail(of: caller, to: try rig.email(3), context: rig.context)
        }
        #expect(taken == .credentialInUse)
    }
}
