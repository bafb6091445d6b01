import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of the precedence between several undo links.
extension MethodUndoTests {
    /// The thief links an identity that proves an address of the thief's own mailbox.
    @Test func `an attacker's email address does not void the owner's undo links`() async throws {
        rig.storage.clock.advance(by: 1)
        try await rig.link("thief", to: thief, email: Self.mailbox)
        rig.storage.clock.advance(by: 1)
        _ = try await rig.addApp(to: thief)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.logins.removeCredential(.email, from: thief, context: rig.context)
        try await rig.deliver()
        #expect(links(to: Self.mailbox).isEmpty)
        #expect(
            rig.messages.sent.contains { $0.recipient == Self.mailbox && $0.subject == "A second factor was added" })
        let owners = links(to: "test.user.1@example.com")
        #expect(owners.count == 3)
        var view = try await rig.undo(try #require(owners.last))
        #expect(view.login(.email)?.name == "test.user.1@example.com" && view.factors.count == 1)
        view = try await rig.undo(try #require(owners.first))
        #expect(view.identities.isEmpty && view.factors.isEmpty && view.methodCount == 1)
        for link in owners { #expect(try await rig.code { _ = try await rig.undo(link) } == .ticketExpired) }
    }

    /// The account has had two email addresses for more than a week. The links emailed to one of the addresses do not
    /// void the later links emailed to the other.
    @Test func `two old email addresses do not void each other's later undo links`() async throws {
        try await rig.link("own", to: thief, email: Self.mailbox)
        rig.storage.clock.advance(by: 8 * 86_400)
        let owner = try await rig.caller(try await rig.signIn())
        _ = try await rig.addApp(to: owner)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.logins.removeCredential(.email, from: owner, context: rig.context)
        let loss = try await link(to: "test.user.1@example.com", about: "Your address was changed")
        let view = try await rig.undo(try await link(to: Self.mailbox))
        #expect(view.factors.isEmpty && view.logins.isEmpty)
        #expect(try await rig.undo(loss).login(.email)?.name == "test.user.1@example.com")
    }

    /// The owner reads the email about the second change, after missing the email about the first one.
    @Test func `the owner's undo link voids an attacker's link sent while the owner was away`() async throws {
        try await rig.link("thief", to: thief, email: Self.mailbox)
        rig.storage.clock.advance(by: 8 * 86_400)
        let again = try await rig.caller(try await rig.signIn())
        try await rig.accounts.logins.removeCredential(.email, from: again, context: rig.context)
        let loss = try await link(to: "test.user.1@example.com", about: "Your address was changed")
        rig.storage.clock.advance(by: 1)
        _ = try await rig.addApp(to: again)
        let thiefs = try await link(to: Self.mailbox)
        let view = try await rig.undo(loss)
        #expect(view.login(.email)?.name == "test.user.1@example.com" && view.factors.isEmpty)
        #expect(try await rig.code { _ = try await rig.undo(thiefs) } == .ticketExpired)
    }

    @Test func `an email address removed by undo is notified without an undo link`() async throws {
        let owner = try await personWithMailbox()
        let undo = try await addedAddress(2, to: owner)
        _ = try await rig.undo(undo)
        try await rig.deliver()
        let last = try #require(rig.messages.sent.last)
        #expect(last.recipient == "test.user.2@example.com" && last.subject == "Your address was changed")
        #expect(!last.body.contains("code="))
    }

    @Test func `a change announced to two email addresses can be undone once`() async throws {
        try await rig.link("own", to: thief, email: Self.mailbox)
        rig.storage.clock.advance(by: 8 * 86_400)
        let owner = try await rig.caller(try await rig.signIn())
        _ = try await rig.addApp(to: owner)
        let first = try await link(to: Self.mailbox)
        let second = try await link(to: "test.user.1@example.com")
        #expect(try await rig.undo(first).factors.isEmpty)
        #expect(try await rig.code { _ = try await rig.undo(second) } == .ticketExpired)
    }

    /// The removed address only gets a notice. The link in the owner's mailbox remains valid, although the owner never
    /// lost access.
    @Test(arguments: [true, false])
    func `an email address added and removed again gets no undo link`(isIdentity: Bool) async throws {
        let owner = try await personWithMailbox()
        if isIdentity {
            try await signInWithGoogle(owner)
            try await rig.link("thief", to: owner, email: "test.user.8@icloud.com")
            rig.storage.clock.advance(by: 1)
            try await rig.accounts.linking.unlink(.apple, from: owner, context: rig.context)
        } else {
            try await add(.address, to: owner)
            rig.storage.clock.advance(by: 1)
            try await rig.accounts.logins.removeCredential(.email, from: owner, context: rig.context)
        }
        try await rig.deliver()
        let address = isIdentity ? "test.user.8@icloud.com" : try rig.email(2).description
        let told = rig.messages.sent.filter { $0.recipient == address && $0.subject == "Your address was changed" }
        #expect(told.count == 1 && !told.contains { $0.body.contains("code=") })
        #expect(try await rig.undo(link(to: Self.mailbox)).methodCount == 1)
    }

    @Test func `using any of the owner's undo links voids those of a later email address`() async throws {
        let owner = try await personWithMailbox()
        let first = try await addedAddress(2, to: owner)
        rig.storage.clock.advance(by: 1)
        // The owner's only identity is removed. No older mailbox than the thief's address remains.
        try await rig.accounts.linking.unlink(.apple, from: owner, context: rig.context)
        let loss = try await link(to: Self.mailbox, about: "Your address was changed")
        rig.storage.clock.advance(by: 1)
        try await rig.change(to: 3, by: owner)
        let thiefs = try await link(to: "test.user.2@example.com", about: "Your address was changed")
        #expect(try await rig.undo(loss).identities.map(\.subject) == ["owner"])
        #expect(try await rig.code { _ = try await rig.undo(thiefs) } == .ticketExpired)
        #expect(try await rig.undo(first).logins.isEmpty)
    }

    /// Using the oldest link must not cost the owner their own identity.
    @Test func `the oldest undo link restores an identity removed after it`() async throws {
        let owner = try await personWithMailbox()
        try await add(.number, to: owner)
        let oldest = try await link(to: Self.mailbox)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.linking.unlink(.apple, from: owner, context: rig.context)
        let view = try await rig.undo(oldest)
        #expect(view.identities.map(\.subject) == ["owner"] && view.logins.isEmpty)
        #expect(try await rig.person("owner").session.account == view.account.id)
    }

    @Test func `undo leaves an identity with a transferred subject unchanged`() async throws {
        let owner = try await personWithMailbox()
        try await add(.number, to: owner)
        let undo = try await link(to: Self.mailbox)
        let (account, app) = (owner.session.account, rig.app.id)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for identity in try transaction.identities(of: account, in: app) {
                try transaction.delete(identity)
                try transaction.insert(
                    Identity(
                        app: app, provider: identity.provider, subject: "transferred", account: account,
                        claims: identity.claims, createdAt: identity.createdAt))
            }
        }
        #expect(try await rig.undo(undo).identities.map(\.subject) == ["transferred"])
    }

    @Test func `an identity disabled by its provider gets no undo link`() async throws {
        let owner = try await personWithMailbox()
        let (account, app, now) = (owner.session.account, rig.app.id, rig.storage.clock.now)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for var identity in try transaction.identities(of: account, in: app) {
                identity.status.disabledAt = now
                try transaction.update(identity)
            }
        }
        try await add(.number, to: owner)
        try await rig.deliver()
        #expect(links(to: Self.mailbox).isEmpty)
    }

    @Test func `an email address gets at most ten undo links, and the first undoes everything`() async throws {
        var first: Secret?
        for round in 0..<15 {
            try await rig.link("thief\(round)", to: thief)
            if first == nil { first = try await link(to: "test.user.1@example.com") }
            rig.storage.clock.advance(by: 1)
            try await rig.accounts.linking.unlink(.apple, from: thief, context: rig.context)
            rig.storage.clock.advance(by: 1)
        }
        try await add(.number, to: thief)
        try await rig.deliver()
        #expect(links(to: "test.user.1@example.com").count == UndoLinks.maxPerAddress)
        #expect(rig.messages.sent.last?.subject == "A sign-in method was added")
        #expect(try await rig.undo(try #require(first)).methodCount == 1)
    }

    /// The owner's address is not on the account when the thief's address gets its undo link. The owner's address is
    /// added again later, without the use of an undo link.
    @Test func `the owner's newer undo link voids an older link of a later email address`()
        async throws
    {
        try await add(.number, to: thief)
        rig.storage.clock.advance(by: 1)
        try await rig.link("thief", to: thief, email: Self.mailbox)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.logins.removeCredential(.email, from: thief, context: rig.context)
        rig.storage.clock.advance(by: 1)
        let thiefs = try await addedAddress(7, to: thief)
        rig.storage.clock.advance(by: 1)
        let code = try await rig.mailed(.signIn(try rig.email()))
        _ = try await rig.accounts.logins.addCredential(.email, with: .link(code), to: thief, context: rig.context)
        rig.storage.clock.advance(by: 1)
        _ = try await rig.addApp(to: thief)
        _ = try await rig.undo(link(to: "test.user.1@example.com", about: "A second factor was added"))
        #expect(try await rig.code { _ = try await rig.undo(thiefs) } == .ticketExpired)
    }
}
