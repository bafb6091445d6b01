import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of accounts that an operator creates, changes and looks up.
struct AccountUpdateTests {
    private func order(_ change: (inout AccountUpdate) -> Void) -> AccountUpdate {
        var order = AccountUpdate()
        change(&order)
        return order
    }

    @Test func `an account without an email address is known by its id and is not a guest`() async throws {
        let rig = try await PasswordRig()
        let made = try await rig.accounts.operators.createAccount(
            AccountUpdate(), id: AccountID("u-1"), in: rig.app, context: rig.context)
        #expect(made.view.account.id == AccountID("u-1"))
        #expect(!made.view.isAnonymous)
        #expect(made.view.login(.custom)?.name == "u-1")
    }

    @Test(arguments: [
        IdentityClaims(email: "no address"), IdentityClaims(email: "a@example.com\u{0}"),
        IdentityClaims(displayName: "a\u{0}b"), IdentityClaims(photoURL: "https://example.com/\u{0}"),
    ])
    func `an identity with invalid claims is rejected`(claims: IdentityClaims) async throws {
        let rig = try await PasswordRig()
        let made = try await rig.accounts.operators.createAccount(AccountUpdate(), in: rig.app, context: rig.context)
        let order = order { $0.addedIdentities = [.init(provider: .apple, subject: "s1", claims: claims)] }
        let changed = try await rig.refusal {
            _ = try await rig.accounts.operators.change(
                made.view.account.id, by: order, with: .all, in: rig.app, context: rig.context)
        }
        let new = try await rig.refusal {
            _ = try await rig.accounts.operators.createAccount(order, in: rig.app, context: rig.context)
        }
        for refusal in [changed, new] { #expect(refusal?.code == .invalidRequest && refusal?.field == "identity") }
    }

    @Test func `a credential or id of another account is rejected and named`() async throws {
        let rig = try await PasswordRig()
        let email = try rig.email()
        let phone = try #require(PhoneNumber("+16505550100"))
        let identity = IdentityInput(provider: .apple, subject: "s1")
        let first = try await rig.accounts.operators.createAccount(
            order {
                $0.email = email
                $0.phone = .set(phone)
                $0.addedIdentities = [identity]
            }, in: rig.app, context: rig.context)
        let second = try await rig.accounts.operators.createAccount(AccountUpdate(), in: rig.app, context: rig.context)
        for (order, field) in [
            (order { $0.email = email }, "email"), (order { $0.phone = .set(phone) }, "phone"),
            (order { $0.addedIdentities = [identity] }, "identity"),
        ] {
            let changed = try await rig.refusal {
                _ = try await rig.accounts.operators.change(
                    second.view.account.id, by: order, with: .all, in: rig.app, context: rig.context)
            }
            #expect(changed?.code == .credentialInUse)
            #expect(changed?.field == field)
            let made = try await rig.refusal {
                _ = try await rig.accounts.operators.createAccount(order, in: rig.app, context: rig.context)
            }
            #expect(made?.field == field)
        }
        let id = first.view.account.id
        let taken = try await rig.refusal {
            _ = try await rig.accounts.operators.createAccount(
                AccountUpdate(), id: id, in: rig.app, context: rig.context)
        }
        #expect(taken?.field == "id")
        // An update with the account's own address and number is accepted.
        _ = try await rig.accounts.operators.change(
            id,
            by: order {
                $0.email = email
                $0.phone = .set(phone)
            }, with: .all, in: rig.app, context: rig.context)
    }

    @Test func `a changed password or email address ends all sessions, other changes end none`() async throws {
        let rig = try await PasswordRig()
        for (number, change) in [
            (1, order { $0.password = PasswordRig.other }), (2, order { $0.email = EmailAddress("other@example.com") }),
        ] {
            let caller = try await rig.caller(try await rig.signUp(number))
            rig.storage.clock.advance(by: 10)
            let shown = order {
                $0.displayName = .set("Test User 1")
                $0.claims = ["role": "editor"]
                $0.isEmailVerified = true
            }
            let account = caller.session.account
            let renamed = try await rig.accounts.operators.change(
                account, by: shown, with: .all, in: rig.app, context: rig.context)
            #expect(renamed.details.displayName == "Test User 1")
            #expect(renamed.view.login(.email)?.isVerified == true)
            #expect(try await rig.accounts.sessions.sessions(of: caller).count == 1)
            let changed = try await rig.accounts.operators.change(
                account, by: change, with: .all, in: rig.app, context: rig.context)
            #expect(changed.details.tokensValidAfter == rig.storage.clock.now)
            #expect(changed.details.claims == ["role": "editor"])
            #expect(try await rig.accounts.sessions.sessions(of: caller).isEmpty)
        }
        #expect(try await rig.signIn(1, PasswordRig.other).isNew == false)
    }

    @Test func `a changed email address is unverified and the password remains`() async throws {
        let rig = try await PasswordRig()
        let account = try await rig.signUp().view.account.id
        var changed = try await rig.accounts.operators.change(
            account, by: order { $0.isEmailVerified = true }, with: .all, in: rig.app, context: rig.context)
        #expect(changed.view.login(.email)?.isVerified == true)
        let email = try rig.email(2)
        changed = try await rig.accounts.operators.change(
            account, by: order { $0.email = email }, with: .all, in: rig.app, context: rig.context)
        #expect(changed.view.login(.email)?.isVerified == false)
        #expect(try await rig.signIn(2).view.account.id == account)
        #expect(try await rig.login(1) == nil)
    }

    @Test func `a password without an email address is rejected`() async throws {
        let rig = try await PasswordRig()
        let refused = try await rig.refusal {
            _ = try await rig.accounts.operators.createAccount(
                order { $0.password = PasswordRig.password }, in: rig.app, context: rig.context)
        }
        #expect(refused?.field == "email")
    }

    @Test func `the password of a vouched-for account becomes usable with its first email address`() async throws {
        let rig = try await PasswordRig()
        let made = try await rig.accounts.operators.createAccount(
            order {
                $0.password = PasswordRig.password
                $0.isVouchedFor = true
            }, in: rig.app, context: rig.context)
        let id = made.view.account.id
        #expect(made.view.login(.custom)?.password != nil && made.view.methods == ["custom"])
        let changed = try await rig.accounts.operators.change(
            id, by: order { $0.email = try? rig.email(1) }, with: .all, in: rig.app, context: rig.context)
        #expect(changed.view.login(.custom)?.password == nil && changed.view.login(.email)?.password != nil)
        #expect(try await rig.signIn(1).view.account.id == id)
    }

    @Test func `a removed email address leaves its password to the next one`() async throws {
        let rig = try await PasswordRig()
        let result = try await rig.signUp(1)
        let id = result.view.account.id
        let removal = order {
            $0.removal = .email
            $0.isVouchedFor = true
        }
        let without = try await rig.accounts.operators.change(
            id, by: removal, with: .all, in: rig.app, context: rig.context)
        #expect(
            without.view.login(.email) == nil && !without.view.isAnonymous && !without.view.account.allowsEmailLinking)
        #expect(try await rig.refusal { _ = try await rig.caller(result) }?.code == .sessionRevoked)
        #expect(try await rig.refusal { _ = try await rig.signIn(1) }?.code == .invalidCredentials)
        _ = try await rig.accounts.operators.change(id, by: removal, with: .all, in: rig.app, context: rig.context)
        _ = try await rig.accounts.operators.change(
            id, by: order { $0.email = try? rig.email(2) }, with: .all, in: rig.app, context: rig.context)
        #expect(try await rig.signIn(2).view.account.id == id)
    }

    @Test func `removing the password ends the sessions and prevents password sign-in`() async throws {
        let rig = try await PasswordRig()
        let result = try await rig.signUp(1)
        let id = result.view.account.id
        let changed = try await rig.accounts.operators.change(
            id, by: order { $0.removal = .password }, with: .all, in: rig.app, context: rig.context)
        #expect(changed.view.login(.email)?.password == nil)
        #expect(try await rig.refusal { _ = try await rig.caller(result) }?.code == .sessionRevoked)
        #expect(try await rig.refusal { _ = try await rig.signIn(1) }?.code == .invalidCredentials)
        #expect(try await rig.events(of: id).contains(.passwordChanged))
    }

    @Test func `an account that loses its last sign-in method is a guest unless the back end vouches for it`()
        async throws
    {
        let rig = try await PasswordRig()
        let phone = try #require(PhoneNumber("+16505550101"))
        for isVouchedFor in [true, false] {
            let made = try await rig.accounts.operators.createAccount(
                order { $0.phone = .set(phone) }, in: rig.app, context: rig.context)
            let changed = try await rig.accounts.operators.change(
                made.view.account.id,
                by: order {
                    $0.phone = .remove
                    $0.isVouchedFor = isVouchedFor
                }, with: .all, in: rig.app, context: rig.context)
            #expect(changed.view.isAnonymous != isVouchedFor)
        }
    }

    @Test func `the id of a deleted account and an invalid id are rejected`() async throws {
        let rig = try await PasswordRig()
        let made = try await rig.accounts.operators.createAccount(AccountUpdate(), in: rig.app, context: rig.context)
        let id = made.view.account.id
        _ = try await rig.accounts.deletion.delete(id, in: rig.app.id, context: rig.context)
        for (id, code) in [(id, AuthError.Code.userDeleted), (AccountID("a/b"), .invalidRequest)] {
            let refused = try await rig.refusal {
                _ = try await rig.accounts.operators.createAccount(
                    AccountUpdate(), id: id, in: rig.app, context: rig.context)
            }
            #expect(refused?.code == code)
            let many = try await rig.accounts.operators.createAccounts(
                [
                    .init(id: id, order: AccountUpdate()),
                    .init(id: AccountID("x-\(code.rawValue)"), order: AccountUpdate()),
                ],
                in: rig.app, context: rig.context)
            #expect(many.map { $0?.code } == [code, nil])
        }
    }

    @Test func `disabling an account ends its sessions and enabling it does not restore them`() async throws {
        let rig = try await PasswordRig()
        let result = try await rig.signUp()
        let account = result.view.account.id
        let closed = try await rig.accounts.operators.change(
            account, by: order { $0.isDisabled = true }, with: .all, in: rig.app, context: rig.context)
        #expect(closed.view.account.disabledAt != nil)
        _ = try await rig.accounts.operators.change(
            account, by: order { $0.isDisabled = false }, with: .all, in: rig.app, context: rig.context)
        let refused = try await rig.refusal { _ = try await rig.caller(result) }
        #expect(refused?.code == .sessionRevoked)
        #expect(try await rig.events(of: account).contains(.accountDisabled))
    }

    @Test func `an identity is replaced by another one of the same provider`() async throws {
        let rig = try await PasswordRig()
        let account = try await rig.person("s1").session.account
        let moved = try await rig.accounts.operators.change(
            account,
            by: order {
                $0.removedProviders = [.apple]
                $0.addedIdentities = [.init(provider: .apple, subject: "s2")]
            }, with: .all, in: rig.app, context: rig.context)
        #expect(moved.view.identities.map(\.subject) == ["s2"])
        #expect(!moved.view.account.allowsEmailLinking)
        #expect(try await rig.person("s2").session.account == account)
        #expect(try await rig.person("s1").session.account != account)
    }

    @Test func `accounts are found by id, email address, phone number and identity, each once`() async throws {
        let rig = try await PasswordRig()
        let phone = try #require(PhoneNumber("+16505550100"))
        let email = try rig.email()
        let made = try await rig.accounts.operators.createAccount(
            order {
                $0.email = email
                $0.phone = .set(phone)
            }, in: rig.app, context: rig.context)
        let id = made.view.account.id
        let person = try await rig.person("s1").session.account
        let found = try await rig.accounts.directory.accounts(
            [id, AccountID("nobody")], emails: [email], phones: [phone],
            identities: [.init(provider: .apple, subject: "s1")], in: rig.app)
        #expect(found.map(\.view.account.id) == [id, person])
    }
}
