import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of accounts that get a new owner, and of the earlier owners' links.
extension MethodUndoTests {
    @Test func `an account cannot be merged into another one without proof of its email address`()
        async throws
    {
        try await rig.link("joined", to: thief)
        let number = try #require(Self.number)
        let code = PresentedCode.digits(try await rig.mailed(.signIn(number)), .signIn, .phone, number.description)
        let accomplice = try await rig.caller(
            try await rig.accounts.logins.signIn(with: code, to: rig.app, context: rig.context))
        let refused = try await rig.refusal { try await rig.link("joined", to: accomplice) }
        #expect(refused?.code == .credentialInUse && refused?.conflict?.merge == nil)
        rig.storage.clock.advance(by: 8 * 86_400)
        let again = Caller(
            app: rig.app, session: accomplice.session, checkedAt: accomplice.checkedAt)
        #expect(try await rig.code { try await rig.link("joined", to: again, onConflict: .merge) } != nil)
        #expect(try await rig.login()?.account == thief.session.account)
    }

    @Test func `a user who proves an account's only email address can merge it`() async throws {
        _ = try await personWithMailbox()
        try await rig.link("owner", to: thief, email: Self.mailbox, onConflict: .merge)
        #expect(try await rig.accounts.sessions.account(of: thief).identities.map(\.subject) == ["owner"])
    }

    /// The earlier owner keeps a link that was sent to a mailbox whose address the account no longer has.
    @Test func `an undo link does not take back an email address that a new account claimed`() async throws {
        let squatter = try await personWithMailbox()
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(4), password: PasswordRig.password, to: squatter, context: rig.context)
        let undo = try await link(to: Self.mailbox)
        let (account, app) = (squatter.session.account, rig.app.id)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for identity in try transaction.identities(of: account, in: app) { try transaction.delete(identity) }
        }
        let code = try await rig.mailed(.signIn(try rig.email(4)))
        let victim = try await rig.accounts.logins.signIn(with: .link(code), to: rig.app, context: rig.context)
        #expect(victim.isNew && victim.view.account.id != account)
        _ = try await rig.undo(undo)
        #expect(try await rig.login(4)?.account == victim.view.account.id)
    }

    @Test func `claiming an email address voids earlier undo links`() async throws {
        let squatter = try await personWithMailbox()
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(4), password: PasswordRig.password, to: squatter, context: rig.context)
        let undo = try await link(to: Self.mailbox)
        let (app, context, storage) = (rig.app, rig.context, rig.storage)
        let login = try #require(try await rig.login(4))
        let claim = rig.accounts.logins.claim(in: app, context: context)
        try await storage.engine.write { transaction throws(StorageError) in
            try transaction.update(try claim.prove(login, transaction))
        }
        #expect(try await rig.code { _ = try await rig.undo(undo) } == .ticketExpired)
    }

    enum Word: CaseIterable {
        case address, sameAddress, password, removal
    }

    @Test(arguments: Word.allCases)
    func `only an operator's change to another email address voids earlier undo links`(
        word: Word
    ) async throws {
        let owner = try await personWithMailbox()
        try await add(.number, to: owner)
        let undo = try await link(to: Self.mailbox)
        var order = AccountUpdate()
        switch word {
        case .address: (order.email, order.isEmailVerified) = (try rig.email(6), true)
        case .sameAddress: order.isEmailVerified = true
        case .password: (order.password, order.isVouchedFor) = (PasswordRig.other, true)
        case .removal: order.removedCredentials = [.phone]
        }
        _ = try await rig.accounts.operators.change(
            owner.session.account, by: order, with: .all, in: rig.app, context: rig.context)
        #expect(try await rig.code { _ = try await rig.undo(undo) } == (word == .address ? .ticketExpired : nil))
    }

    @Test func `undo does not take an identity from a new account whose profile has changed`() async throws {
        let owner = try await personWithMailbox()
        try await add(.number, to: owner)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.linking.unlink(.apple, from: owner, context: rig.context)
        let undo = try await link(to: Self.mailbox, about: "Your address was changed")
        rig.storage.clock.advance(by: 1)
        let other = try await rig.person("owner")
        let (account, app) = (other.session.account, rig.app.id)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            guard var known = try transaction.account(account, in: app) else { return }
            known.profile.version += 1
            try transaction.update(known)
        }
        let view = try await rig.undo(undo)
        #expect(view.identities.isEmpty && view.login(.email)?.name == Self.mailbox)
        #expect(
            try await rig.accounts.directory.account(other.session.account, in: app).identities.map(\.subject) == [
                "owner"
            ])
    }

    /// The account has a second address of the same user, added before the identity was unlinked.
    @Test func `undo leaves an identity in use elsewhere and the account's other email address unchanged`() async throws
    {
        let owner = try await personWithMailbox()
        _ = try await addedAddress(2, to: owner)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.linking.unlink(.apple, from: owner, context: rig.context)
        rig.storage.clock.advance(by: 1)
        let other = try await rig.person("owner")
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(5), password: PasswordRig.password, to: other, context: rig.context)
        let undo = try await link(to: Self.mailbox, about: "Your address was changed")
        let view = try await rig.undo(undo)
        #expect(view.logins.map(\.name) == ["test.user.2@example.com"] && view.identities.isEmpty)
        #expect(try await rig.isOut(owner))
    }

    /// The thief's own identity proves the new address. Verifying the address must not count as a claim that voids the
    /// owner's undo link.
    @Test(arguments: [true, false])
    func `an attacker in the account cannot void the owner's undo link by proving an email address`(isReset: Bool)
        async throws
    {
        try await rig.link("thief", to: thief, email: Self.mailbox)
        let first = try await link(to: "test.user.1@example.com")
        let email = try #require(EmailAddress(Self.mailbox))
        let order = OneTimeCodeRequest.changeEmail(to: email, of: thief.session.account, askedIn: thief.session.id)
        let change = try await rig.mailed(order)
        _ = try await rig.accounts.logins.verify(with: .link(change), of: rig.app, context: rig.context)
        if isReset {
            let code = try await rig.mailed(.resetPassword(email))
            _ = try await rig.accounts.logins.resetPassword(
                with: .link(code), to: PasswordRig.other, of: rig.app, context: rig.context)
        } else {
            let code = try await rig.mailed(.signIn(email))
            _ = try await rig.accounts.logins.signIn(with: .link(code), to: rig.app, context: rig.context)
        }
        let view = try await rig.undo(first)
        #expect(view.logins.map(\.name) == ["test.user.1@example.com"] && view.identities.isEmpty)
    }

    /// The unverified address is inserted directly, because the result must not depend on the way in which the address
    /// was added.
    @Test func `claiming an email address that an identity proves does not void the owner's undo link`()
        async throws
    {
        try await rig.link("thief", to: thief, email: Self.mailbox)
        let first = try await link(to: "test.user.1@example.com")
        let before = try #require(try await rig.login())
        let login = LocalCredential(
            app: rig.app.id, kind: .email, name: Self.mailbox, account: before.account, createdAt: before.createdAt)
        let claim = rig.accounts.logins.claim(in: rig.app, context: rig.context)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            try transaction.delete(before)
            try transaction.insert(login)
            try transaction.update(try claim.prove(login, transaction))
        }
        let view = try await rig.undo(first)
        #expect(view.logins.map(\.name) == ["test.user.1@example.com"] && view.identities.isEmpty)
    }

    @Test func `undo replaces an attacker's identity even if it has the same creation time`() async throws {
        let owner = try await personWithMailbox()
        try await add(.number, to: owner)
        let undo = try await link(to: Self.mailbox)
        let (account, app) = (owner.session.account, rig.app.id)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for identity in try transaction.identities(of: account, in: app) {
                try transaction.delete(identity)
                try transaction.insert(
                    Identity(
                        app: app, provider: identity.provider, subject: "thief", account: account,
                        claims: IdentityClaims(), createdAt: identity.createdAt))
            }
        }
        #expect(try await rig.undo(undo).identities.map(\.subject) == ["owner"])
    }

    @Test func `a rejected merge returns invalidTransition and leaves the ticket valid`() async throws {
        try await rig.link("joined", to: thief)
        let other = try await rig.caller(try await rig.signUp(3))
        let refused = try await rig.refusal { try await rig.link("joined", to: other) }
        let ticket = try #require(refused?.conflict).ticket
        let merge = try await rig.code {
            _ = try await rig.accounts.linking.resolveConflict(.merge, with: ticket, of: other, context: rig.context)
        }
        #expect(merge == .invalidTransition)
        _ = try await rig.accounts.linking.resolveConflict(.switch, with: ticket, of: other, context: rig.context)
    }
}
