import Foundation
import SesameCore
import SesameSQLite
import SesameWire
import Testing

@testable import SesameAccounts

/// Tests of the scopes that an admin key needs to change an existing account.
struct AdminScopeOrderTests {
    private static func order(_ fill: (inout AccountUpdate) -> Void) -> AccountUpdate {
        var order = AccountUpdate()
        fill(&order)
        return order
    }

    private static let number = PhoneNumber("+33612345678")
    private static let email = EmailAddress("test.user.9@example.com")
    private static let app = AppID("authservice")

    /// Each change in an account update, with the scopes that it requires.
    static let table: [(String, AccountUpdate, Set<AdminScope>)] = [
        ("nothing", order { _ in }, [.usersWrite]),
        ("address", order { $0.email = email }, [.usersActAs]),
        ("address verified", order { $0.isEmailVerified = true }, [.usersActAs]),
        ("address unverified", order { $0.isEmailVerified = false }, [.usersActAs]),
        ("number verified", order { $0.isPhoneVerified = true }, [.usersActAs]),
        ("password", order { $0.password = PasswordRig.other }, [.usersActAs]),
        ("foreign password", order { $0.foreignPassword = ImportedPasswordHash(.bcrypt, []) }, [.usersActAs]),
        ("number", order { $0.phone = number.map { .set($0) } ?? .keep }, [.usersActAs]),
        ("identity", order { $0.addedIdentities = [.init(provider: .google, subject: "s")] }, [.usersActAs]),
        (
            "another factor", order { $0.factors = [.init(id: nil, displayName: nil, number: number)] },
            [.usersActAs, .usersRecover]
        ),
        (
            "the factor that is there", order { $0.factors = [.init(id: "f", displayName: "x", number: number)] },
            [.usersWrite]
        ),
        (
            "the factor with another number",
            order { $0.factors = [.init(id: "f", displayName: nil, number: PhoneNumber("+33612345679"))] },
            [.usersActAs]
        ),
        ("no factors", order { $0.factors = [] }, [.usersRecover]),
        ("no number", order { $0.phone = .remove }, [.usersRecover]),
        ("no address", order { $0.removal = .email }, [.usersRecover]),
        ("no password", order { $0.removal = .password }, [.usersRecover]),
        ("no identity", order { $0.removedProviders = [.apple] }, [.usersRecover]),
        ("no login", order { $0.removedCredentials = [.email] }, [.usersRecover]),
        ("name", order { $0.displayName = .set("x") }, [.usersWrite]),
        ("picture", order { $0.photoURL = .remove }, [.usersWrite]),
        ("disabled", order { $0.isDisabled = true }, [.usersWrite]),
        ("claims", order { $0.claims = [:] }, [.usersWrite]),
        ("tokens", order { $0.tokensValidAfter = .now }, [.usersWrite]),
        (
            "name and password",
            order {
                $0.displayName = .set("x")
                $0.password = PasswordRig.other
            }, [.usersWrite, .usersActAs]
        ),
    ]

    @Test(arguments: table.indices)
    func `an update requires the scopes of all its changes`(_ row: Int) throws {
        let (name, order, scopes) = Self.table[row]
        let app = try #require(Self.app)
        let account = Account(
            id: AccountID("a"), app: app, createdAt: .now, lastSignInAt: .now, role: nil,
            profile: StoredProfile(updatedAt: .now))
        let factor = SecondFactor(
            id: "f", app: app, account: account.id, displayName: nil, enrolledAt: .now,
            credential: .phone(try #require(Self.number)))
        let view = AccountRecord(account: account, identities: [], factors: [factor])
        #expect(order.scopes(on: view) == scopes, "\(name)")
    }

    @Test func `an update without every required scope is rejected and leaves the password unchanged`() async throws {
        let rig = try await PasswordRig()
        let account = try await rig.signUp().view.account.id
        let order = Self.order {
            $0.displayName = .set("Somebody")
            $0.password = PasswordRig.other
        }
        for scopes: Set<AdminScope> in [[.usersWrite, .usersRecover], [.usersActAs], []] {
            let code = try await rig.code {
                _ = try await rig.accounts.operators.change(
                    account, by: order, with: scopes, in: rig.app, context: rig.context)
            }
            #expect(code == .insufficientScope)
        }
        _ = try await rig.signIn()
    }

    @Test func `the recover scope removes a sign-in method, ends the sessions and notifies the user`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        let order = OneTimeCodeRequest.verify(try rig.email(), of: caller.session.account, askedIn: caller.session.id)
        try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context)
        _ = try await rig.accounts.logins.verify(
            with: .link(try await rig.lastCode()), of: rig.app, by: .caller(caller), context: rig.context)
        let removal = Self.order { $0.removal = .password }
        _ = try await rig.accounts.operators.change(
            caller.session.account, by: removal, with: [.usersRecover], in: rig.app, context: rig.context)
        #expect(try await rig.isOut(caller))
        #expect(try await rig.code { _ = try await rig.signIn() } == .invalidCredentials)
        try await rig.deliver()
        #expect(rig.messages.sent.last?.recipient == "test.user.1@example.com")
        #expect(rig.messages.sent.last?.subject == "A sign-in method was removed")
    }

    @Test func `the recover scope alone cannot remove the last sign-in method`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.person("a")
        var removal = Self.order { $0.removedProviders = [.apple] }
        removal.isVouchedFor = true
        let change: @Sendable (Set<AdminScope>) async throws -> Void = { [removal] scopes in
            _ = try await rig.accounts.operators.change(
                caller.session.account, by: removal, with: scopes, in: rig.app, context: rig.context)
        }
        #expect(try await rig.code { try await change([.usersRecover, .usersWrite]) } == .lastMethod)
        #expect(try await !rig.isOut(caller))
        try await change([.usersRecover, .usersActAs])
        #expect(try await rig.isOut(caller))
    }

    @Test(arguments: [true, false])
    func `removing an identity notifies every proved email address and no other`(isProved: Bool) async throws {
        let rig = try await PasswordRig()
        let caller = try await isProved ? rig.owner() : rig.caller(rig.signUp())
        let account = caller.session.account
        let identities = [(Provider.google, 2, true), (.apple, 3, false)].map { provider, number, isAuthoritative in
            Identity(
                app: rig.app.id, provider: provider, subject: "s", account: account,
                claims: IdentityClaims(
                    email: "test.user.\(number)@example.com", emailVerified: true,
                    emailIsAuthoritative: isAuthoritative), createdAt: rig.storage.clock.now)
        }
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for identity in identities { try transaction.insert(identity) }
        }
        try await rig.deliver()
        let sent = rig.messages.sent.count
        rig.storage.clock.advance(by: 60)
        let removal = Self.order { $0.removedProviders = [.apple] }
        let changed = try await rig.accounts.operators.change(
            account, by: removal, with: [.usersRecover], in: rig.app, context: rig.context)
        #expect(changed.view.identities.map(\.provider) == [.google])
        let details = try await rig.accounts.account.details(of: account, in: rig.app.id)
        #expect(details.tokensValidAfter == rig.storage.clock.now)
        try await rig.deliver()
        let told = Set(rig.messages.sent.dropFirst(sent).map(\.recipient))
        #expect(told == Set((isProved ? [1, 2] : [2]).map { "test.user.\($0)@example.com" }))
    }

    /// A remaining sign-in method that alone does not allow a sign-in.
    enum Closed: CaseIterable { case backEnd, password, number }

    @Test(arguments: Closed.allCases)
    func `a method that cannot sign in by itself does not count as a remaining sign-in method`(closed: Closed)
        async throws
    {
        let rig = try await PasswordRig(PasswordPolicy(allowsLinks: false))
        let caller = try await closed == .password ? rig.caller(rig.signUp()) : rig.person("a")
        let (account, number) = (caller.session.account, try #require(Self.number).description)
        if closed != .password {
            let login = LocalCredential(
                app: rig.app.id, kind: closed == .number ? .phone : .custom,
                name: closed == .number ? number : account.description, account: account,
                createdAt: rig.storage.clock.now, verifiedAt: rig.storage.clock.now)
            try await rig.storage.engine.write { transaction throws(StorageError) in try transaction.insert(login) }
        }
        let removal = Self.order {
            if closed == .password { $0.removal = .password } else { $0.removedProviders = [.apple] }
        }
        let refused = try await rig.code {
            _ = try await rig.accounts.operators.change(
                account, by: removal, with: [.usersRecover], in: rig.app, context: rig.context)
        }
        #expect(refused == .lastMethod)
    }
}
