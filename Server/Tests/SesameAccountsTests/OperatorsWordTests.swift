import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of operators who mark an email address or phone number as verified or unverified, and of passwords that are
/// rejected because they contain the display name.
struct OperatorsWordTests {
    @Test(arguments: [true, false])
    func `changing the verification of an email address advances the methods epoch once`(isVerified: Bool) async throws
    {
        let rig = try await PasswordRig()
        let caller = isVerified ? try await rig.caller(try await rig.signUp()) : try await rig.owner()
        let account = caller.session.account
        let before = try await epoch(of: account, rig)
        rig.storage.clock.advance(by: 1)
        try await order(rig, account) { $0.isEmailVerified = isVerified }
        #expect(try await epoch(of: account, rig) > before)
        let after = try await epoch(of: account, rig)
        rig.storage.clock.advance(by: 1)
        try await order(rig, account) { $0.isEmailVerified = isVerified }
        #expect(try await epoch(of: account, rig) == after)
    }

    @Test(arguments: [true, false])
    func `changing the verification of a phone number advances the methods epoch`(isVerified: Bool) async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let caller = try await rig.owner()
        let (account, app, now) = (caller.session.account, rig.app.id, rig.storage.clock.now)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            try transaction.insert(
                LocalCredential(
                    app: app, kind: .phone, name: "+33612345670", account: account, createdAt: now,
                    verifiedAt: isVerified ? nil : now))
        }
        let before = try await epoch(of: account, rig)
        rig.storage.clock.advance(by: 1)
        try await order(rig, account) { $0.isPhoneVerified = isVerified }
        #expect(try await epoch(of: account, rig) > before)
    }

    /// A reader of the unverified number's text messages would get the account without the second factor.
    @Test func `an operator cannot mark a phone number as unverified beside a second factor`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let caller = try await rig.owner()
        _ = try await rig.addApp(to: caller)
        let (account, app, now) = (caller.session.account, rig.app.id, rig.storage.clock.now)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            try transaction.insert(
                LocalCredential(
                    app: app, kind: .phone, name: "+33612345670", account: account, createdAt: now, verifiedAt: now))
        }
        let refused = try await rig.refusal { try await order(rig, account) { $0.isPhoneVerified = false } }
        #expect(refused?.code == .invalidTransition && refused?.field == "phone")
    }

    /// A thief may have requested a link that changes the address before the owner claimed the address. The new epoch
    /// voids that link.
    @Test func `claiming an email address with a code advances the methods epoch`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        let account = caller.session.account
        let before = try await epoch(of: account, rig)
        rig.storage.clock.advance(by: 1)
        let code = try await rig.mailed(.signIn(try rig.email()))
        _ = try await rig.accounts.logins.addCredential(.email, with: .link(code), to: caller, context: rig.context)
        #expect(try await rig.login()?.isClaimed == true)
        #expect(try await epoch(of: account, rig) > before)
    }

    @Test func `an operator's new password may not contain the account's display name`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.owner()
        let account = caller.session.account
        try await order(rig, account) { $0.displayName = .set("Petronella Vandamme") }
        let refused = try await rig.refusal {
            try await order(rig, account) { $0.password = Secret("petronella 4482 tulips") }
        }
        #expect(refused?.weakness == .personal)
    }

    @Test func `a guest's password may not contain the display name given with it`() async throws {
        let rig = try await PasswordRig()
        let refused = try await rig.refusal {
            _ = try await rig.accounts.logins.addPassword(
                email: try rig.email(), password: Secret("petronella 4482 tulips"), to: try await rig.guest(),
                profile: ["displayName": "Petronella Vandamme"], context: rig.context)
        }
        #expect(refused?.weakness == .personal)
    }

    private func order(
        _ rig: PasswordRig, _ account: AccountID, _ change: (inout AccountUpdate) -> Void
    ) async throws {
        var order = AccountUpdate()
        change(&order)
        _ = try await rig.accounts.operators.change(account, by: order, with: .all, in: rig.app, context: rig.context)
    }

    private func epoch(of account: AccountID, _ rig: PasswordRig) async throws -> Int64 {
        let app = rig.app.id
        let epochs = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.epochs(of: account, in: app)
        }
        return try #require(epochs)[.methods]
    }
}
