import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// The mails about ways to sign in that come and go, and which of several undo links wins.
struct MethodUndoTests {
    private static let mailbox = "test.user.9@icloud.com"
    private static let number = PhoneNumber("+33612345670")

    private let rig: PasswordRig
    private let thief: Caller

    init() async throws {
        rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        thief = try await rig.owner()
    }

    // MARK: Every addition is mailed

    /// A way to sign in that a thief with a session can add to an account.
    enum Addition: String, CaseIterable {
        case identity, number, address
    }

    @Test(arguments: Addition.allCases)
    func `whatever is added can be removed by every proved address for a week`(_ addition: Addition) async throws {
        let owner = try await personWithMailbox()
        let before = try await rig.accounts.sessions.account(of: owner)
        try await add(addition, to: owner)
        let undo = try await link(to: Self.mailbox)
        #expect(try await rig.accounts.sessions.account(of: owner).methodCount == 2)
        rig.storage.clock.advance(by: 6 * 86_400)
        let view = try await rig.undo(undo)
        #expect(view.identities.map(\.subject) == before.identities.map(\.subject) && view.logins.isEmpty)
        #expect(try await rig.isOut(owner))
    }

    @Test func `what a merge brings can be removed, too`() async throws {
        _ = try await rig.person("joined")
        rig.storage.clock.advance(by: 1)
        try await rig.link("joined", to: thief, onConflict: .merge)
        let view = try await rig.undo(link(to: "test.user.1@example.com"))
        #expect(view.identities.isEmpty && view.logins.map(\.name) == ["test.user.1@example.com"])
    }

    @Test func `an identity that joins an account by its address is told to that address`() async throws {
        let app = App(
            id: rig.app.id, providers: rig.app.providers, emailLinking: .verified, passwords: rig.app.passwords)
        try await signInWithGoogle(try await personWithMailbox(), joiningBy: Self.mailbox)
        let nonce = rig.accounts.providers.challenge(for: app)
        let token = try rig.apple.token("joins", nonce: Nonce(nonce).sha256Hex, email: Self.mailbox)
        let credential = ProviderCredential(provider: .apple, idToken: token, nonce: nonce)
        _ = try await rig.accounts.signIn.signIn(with: credential, to: app, context: rig.context)
        #expect(try await rig.undo(link(to: Self.mailbox)).identities.map(\.provider) == [.google])
    }

    @Test func `nobody is mailed about a guest's first way to sign in, or without a proved address`() async throws {
        let before = rig.messages.sent.count
        try await rig.link("guest", to: try await rig.guest(), email: Self.mailbox)
        try await rig.link("other", to: try await rig.caller(try await rig.signUp(2)))
        try await rig.deliver()
        #expect(rig.messages.sent.count == before)
    }

    @Test(arguments: [true, false])
    func `another address in the place of one is told to the proved addresses that stay`(isProved: Bool) async throws {
        let owner = try await personWithMailbox()
        if isProved {
            _ = try await addedAddress(2, to: owner)
        } else {
            _ = try await rig.accounts.logins.addPassword(
                email: try rig.email(2), password: PasswordRig.password, to: owner, context: rig.context)
        }
        rig.storage.clock.advance(by: 1)
        _ = try await rig.accounts.logins.changeEmail(of: owner, to: try rig.email(3), context: rig.context)
        if isProved {
            _ = try await rig.accounts.logins.verify(
                with: .link(try await rig.lastCode()), of: rig.app, by: .caller(owner), context: rig.context)
        }
        try await rig.deliver()
        #expect(links(to: Self.mailbox, about: "A way to sign in was added").count == 2)
        #expect(try await rig.undo(link(to: Self.mailbox)).logins.isEmpty)
    }

    // MARK: An identity is lost like an address

    @Test func `the mailbox of an unlinked identity gets the identity back`() async throws {
        let owner = try await personWithMailbox()
        try await add(.number, to: owner)
        try await rig.accounts.linking.unlink(.apple, from: owner, context: rig.context)
        try await rig.link("thief", to: owner)
        let view = try await rig.undo(link(to: Self.mailbox, about: "Your address was changed"))
        #expect(view.identities.map(\.subject) == ["owner"] && view.logins.map(\.kind) == [.phone])
        #expect(view.identities.first?.proves(.email, Self.mailbox) == true)
        #expect(try await rig.person("owner").session.account == view.account.id)
    }

    @Test(arguments: [true, false])
    func `an identity comes back from the empty account of who had not read the mail, and from no other`(
        isNew: Bool
    ) async throws {
        let owner = try await personWithMailbox()
        try await add(.number, to: owner)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.linking.unlink(.apple, from: owner, context: rig.context)
        let undo = try await link(to: Self.mailbox, about: "Your address was changed")
        rig.storage.clock.advance(by: 1)
        let other = try await rig.person("owner")
        #expect(other.session.account != owner.session.account)
        if !isNew {
            _ = try await rig.accounts.logins.addPassword(
                email: try rig.email(5), password: PasswordRig.password, to: other, context: rig.context)
        }
        if isNew {
            #expect(try await rig.undo(undo).identities.map(\.subject) == ["owner"])
            #expect(try await rig.isOut(other))
        } else {
            let view = try await rig.undo(undo)
            #expect(view.identities.isEmpty && view.login(.email)?.name == Self.mailbox)
            #expect(try await !rig.isOut(other))
        }
    }

    @Test func `who keeps a proved address is told of an unlinked identity`() async throws {
        try await rig.link("own", to: thief)
        try await rig.accounts.linking.unlink(.apple, from: thief, context: rig.context)
        try await rig.deliver()
        let last = try #require(rig.messages.sent.last)
        #expect(last.to == "test.user.1@example.com" && last.subject == "A way to sign in was removed")
        #expect(!last.body.contains("code="))
    }

    // MARK: A thief's address

    /// The thief's own mailbox proves an address of the account by a linked identity.
    @Test func `a thief's mailbox voids nothing that the owner was mailed`() async throws {
        rig.storage.clock.advance(by: 1)
        try await rig.link("thief", to: thief, email: Self.mailbox)
        rig.storage.clock.advance(by: 1)
        _ = try await rig.addApp(to: thief)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.logins.removeLogin(.email, from: thief, context: rig.context)
        try await rig.deliver()
        #expect(links(to: Self.mailbox).isEmpty)
        #expect(rig.messages.sent.contains { $0.to == Self.mailbox && $0.subject == "A second factor was added" })
        let owners = links(to: "test.user.1@example.com")
        #expect(owners.count == 3)
        var view = try await rig.undo(try #require(owners.last))
        #expect(view.login(.email)?.name == "test.user.1@example.com" && view.factors.count == 1)
        view = try await rig.undo(try #require(owners.first))
        #expect(view.identities.isEmpty && view.factors.isEmpty && view.methodCount == 1)
        for link in owners { #expect(try await rig.code { _ = try await rig.undo(link) } == .ticketExpired) }
    }

    /// Both addresses were there before; neither voids what the other one was mailed later.
    @Test func `of two old addresses neither voids the later links of the other one`() async throws {
        try await rig.link("own", to: thief, email: Self.mailbox)
        rig.storage.clock.advance(by: 8 * 86_400)
        let owner = try await rig.caller(try await rig.signIn())
        _ = try await rig.addApp(to: owner)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.logins.removeLogin(.email, from: owner, context: rig.context)
        let loss = try await link(to: "test.user.1@example.com", about: "Your address was changed")
        let view = try await rig.undo(try await link(to: Self.mailbox))
        #expect(view.factors.isEmpty && view.logins.isEmpty)
        #expect(try await rig.undo(loss).login(.email)?.name == "test.user.1@example.com")
    }

    /// The owner has not read the mails of a week, and reads the next one.
    @Test func `who comes back voids what was mailed while they were gone`() async throws {
        try await rig.link("thief", to: thief, email: Self.mailbox)
        rig.storage.clock.advance(by: 8 * 86_400)
        let again = try await rig.caller(try await rig.signIn())
        try await rig.accounts.logins.removeLogin(.email, from: again, context: rig.context)
        let loss = try await link(to: "test.user.1@example.com", about: "Your address was changed")
        rig.storage.clock.advance(by: 1)
        _ = try await rig.addApp(to: again)
        let thiefs = try await link(to: Self.mailbox)
        let view = try await rig.undo(loss)
        #expect(view.login(.email)?.name == "test.user.1@example.com" && view.factors.isEmpty)
        #expect(try await rig.code { _ = try await rig.undo(thiefs) } == .ticketExpired)
    }

    @Test func `an address that an undo link takes from its account is told`() async throws {
        let owner = try await personWithMailbox()
        let undo = try await addedAddress(2, to: owner)
        _ = try await rig.undo(undo)
        try await rig.deliver()
        let last = try #require(rig.messages.sent.last)
        #expect(last.to == "test.user.2@example.com" && last.subject == "Your address was changed")
        #expect(!last.body.contains("code="))
    }

    @Test func `the same change is taken back once, by whichever address`() async throws {
        try await rig.link("own", to: thief, email: Self.mailbox)
        rig.storage.clock.advance(by: 8 * 86_400)
        let owner = try await rig.caller(try await rig.signIn())
        _ = try await rig.addApp(to: owner)
        let first = try await link(to: Self.mailbox)
        let second = try await link(to: "test.user.1@example.com")
        #expect(try await rig.undo(first).factors.isEmpty)
        #expect(try await rig.code { _ = try await rig.undo(second) } == .ticketExpired)
    }

    /// The owner was not locked out by it and may never look at a mail.
    @Test(arguments: [true, false])
    func `an address that came and went has no way back`(isIdentity: Bool) async throws {
        let owner = try await personWithMailbox()
        if isIdentity {
            try await signInWithGoogle(owner)
            try await rig.link("thief", to: owner, email: "test.user.8@icloud.com")
            rig.storage.clock.advance(by: 1)
            try await rig.accounts.linking.unlink(.apple, from: owner, context: rig.context)
        } else {
            try await add(.address, to: owner)
            rig.storage.clock.advance(by: 1)
            try await rig.accounts.logins.removeLogin(.email, from: owner, context: rig.context)
        }
        try await rig.deliver()
        let address = isIdentity ? "test.user.8@icloud.com" : try rig.email(2).description
        let told = rig.messages.sent.filter { $0.to == address && $0.subject == "Your address was changed" }
        #expect(told.count == 1 && !told.contains { $0.body.contains("code=") })
        #expect(try await rig.undo(link(to: Self.mailbox)).methodCount == 1)
    }

    /// By whichever link the owner comes back: the thief's are void from then on.
    @Test func `the use of any of the owner's links voids those of an address that came later`() async throws {
        let owner = try await personWithMailbox()
        let first = try await addedAddress(2, to: owner)
        rig.storage.clock.advance(by: 1)
        // The owner's only identity goes, and with it whoever could stand before the thief's address.
        try await rig.accounts.linking.unlink(.apple, from: owner, context: rig.context)
        let loss = try await link(to: Self.mailbox, about: "Your address was changed")
        rig.storage.clock.advance(by: 1)
        try await rig.change(to: 3, by: owner)
        let thiefs = try await link(to: "test.user.2@example.com", about: "Your address was changed")
        #expect(try await rig.undo(loss).identities.map(\.subject) == ["owner"])
        #expect(try await rig.code { _ = try await rig.undo(thiefs) } == .ticketExpired)
        #expect(try await rig.undo(first).logins.isEmpty)
    }

    /// With the oldest link the owner's own identity must not be gone.
    @Test func `the oldest link brings back an identity that was lost after it`() async throws {
        let owner = try await personWithMailbox()
        try await add(.number, to: owner)
        let oldest = try await link(to: Self.mailbox)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.linking.unlink(.apple, from: owner, context: rig.context)
        let view = try await rig.undo(oldest)
        #expect(view.identities.map(\.subject) == ["owner"] && view.logins.isEmpty)
        #expect(try await rig.person("owner").session.account == view.account.id)
    }

    @Test func `an identity whose subject is another one by now stays`() async throws {
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

    @Test func `an identity that its provider has closed proves no address`() async throws {
        let owner = try await personWithMailbox()
        let (account, app, now) = (owner.session.account, rig.app.id, rig.storage.clock.now)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for var identity in try transaction.identities(of: account, in: app) {
                identity.standing.disabledAt = now
                try transaction.update(identity)
            }
        }
        try await add(.number, to: owner)
        try await rig.deliver()
        #expect(links(to: Self.mailbox).isEmpty)
    }

    @Test func `an address has ten links at most, and the first of them takes everything back`() async throws {
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
        #expect(links(to: "test.user.1@example.com").count == UndoLinks.mostOfAddress)
        #expect(rig.messages.sent.last?.subject == "A way to sign in was added")
        #expect(try await rig.undo(try #require(first)).methodCount == 1)
    }

    /// The owner was gone for a time, in which the thief's mailbox got a link, and has come back without any.
    @Test func `the use of a younger link of the owner's voids an older one of an address that came later`()
        async throws
    {
        try await add(.number, to: thief)
        rig.storage.clock.advance(by: 1)
        try await rig.link("thief", to: thief, email: Self.mailbox)
        rig.storage.clock.advance(by: 1)
        try await rig.accounts.logins.removeLogin(.email, from: thief, context: rig.context)
        rig.storage.clock.advance(by: 1)
        let thiefs = try await addedAddress(7, to: thief)
        rig.storage.clock.advance(by: 1)
        let code = try await rig.mailed(.signIn(try rig.email()))
        _ = try await rig.accounts.logins.addLogin(.email, with: .link(code), to: thief, context: rig.context)
        rig.storage.clock.advance(by: 1)
        _ = try await rig.addApp(to: thief)
        _ = try await rig.undo(link(to: "test.user.1@example.com", about: "A second factor was added"))
        #expect(try await rig.code { _ = try await rig.undo(thiefs) } == .ticketExpired)
    }

    // MARK: Accounts that change hands

    /// The account of a thief, whose mailbox would come before the owner's in the one that both become.
    @Test func `an account becomes part of another one by whoever has shown its addresses, and by nobody else`()
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

    @Test func `whoever shows the only address of an account may merge it`() async throws {
        _ = try await personWithMailbox()
        try await rig.link("owner", to: thief, email: Self.mailbox, onConflict: .merge)
        #expect(try await rig.accounts.sessions.account(of: thief).identities.map(\.subject) == ["owner"])
    }

    /// The one who was here before keeps a link to a mailbox that has left the account.
    @Test func `a link to an address that is gone makes no claim, and a claim ends every link`() async throws {
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
        #expect(victim.isNewUser && victim.view.account.id != account)
        _ = try await rig.undo(undo)
        #expect(try await rig.login(4)?.account == victim.view.account.id)
    }

    @Test func `a claim ends the links of whoever was here before`() async throws {
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
    func `an operator who gives the account to another address ends the links from before, and no other does`(
        word: Word
    ) async throws {
        let owner = try await personWithMailbox()
        try await add(.number, to: owner)
        let undo = try await link(to: Self.mailbox)
        var order = AccountOrder()
        switch word {
        case .address: (order.email, order.isEmailVerified) = (try rig.email(6), true)
        case .sameAddress: order.isEmailVerified = true
        case .password: (order.password, order.isVouchedFor) = (PasswordRig.other, true)
        case .removal: order.removedLogins = [.phone]
        }
        _ = try await rig.accounts.operators.change(
            owner.session.account, by: order, with: .all, in: rig.app, context: rig.context)
        #expect(try await rig.code { _ = try await rig.undo(undo) } == (word == .address ? .ticketExpired : nil))
    }

    @Test func `the owner's new account stays theirs once they have written to its profile`() async throws {
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

    /// The account has another address of its person's, which was there before the loss.
    @Test func `an identity that has another account by now takes no kept address with it`() async throws {
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

    /// The thief evicts nobody by an address that an identity of their own proves.
    @Test(arguments: [true, false])
    func `who is in the account already does not claim it`(isReset: Bool) async throws {
        try await rig.link("thief", to: thief, email: Self.mailbox)
        let first = try await link(to: "test.user.1@example.com")
        let email = try #require(EmailAddress(Self.mailbox))
        let order = CodeOrder.changeEmail(to: email, of: thief.session.account, askedIn: thief.session.id)
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

    /// However the unproved address came beside the identity.
    @Test func `an address that an identity proves evicts nobody while another one can take the account back`()
        async throws
    {
        try await rig.link("thief", to: thief, email: Self.mailbox)
        let first = try await link(to: "test.user.1@example.com")
        let before = try #require(try await rig.login())
        let login = Login(
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

    @Test func `an identity of the same time is not taken for the owner's`() async throws {
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

    @Test func `a refused merge leaves the ticket good, and says why`() async throws {
        try await rig.link("joined", to: thief)
        let other = try await rig.caller(try await rig.signUp(3))
        let refused = try await rig.refusal { try await rig.link("joined", to: other) }
        let ticket = try #require(refused?.conflict).ticket
        let merge = try await rig.code {
            _ = try await rig.accounts.linking.decide(.merge, with: ticket, of: other, context: rig.context)
        }
        #expect(merge == .invalidTransition)
        _ = try await rig.accounts.linking.decide(.switch, with: ticket, of: other, context: rig.context)
    }

    // MARK: What is lost

    @Test func `who keeps a proved address is told of a number that is gone`() async throws {
        try await add(.number, to: thief)
        try await rig.accounts.logins.removeLogin(.phone, from: thief, context: rig.context)
        try await rig.deliver()
        let last = try #require(rig.messages.sent.last)
        #expect(last.to == "test.user.1@example.com" && last.subject == "A way to sign in was removed")
    }

    @Test func `who keeps a proved address is told of an account that was given up at its provider`() async throws {
        try await rig.link("gone", to: thief)
        rig.storage.clock.advance(by: 10)
        _ = try await rig.accounts.notifications.receive(
            notification: try rig.apple.notification("account-deleted", of: "gone"), from: .apple,
            apps: AppDirectory([rig.app]), context: rig.context)
        try await rig.deliver()
        #expect(rig.messages.sent.last?.subject == "A way to sign in was removed")
    }

    // MARK: Recovery codes

    @Test func `new recovery codes are told to every proved address`() async throws {
        _ = try await rig.addApp(to: thief)
        _ = try await rig.accounts.secondFactors.makeRecoveryCodes(of: thief, context: rig.context)
        try await rig.deliver()
        let last = try #require(rig.messages.sent.last)
        #expect(last.to == "test.user.1@example.com" && last.subject == "New recovery codes were made")
    }

    // MARK: Steps

    /// Somebody who signs in with Apple alone, which runs their mailbox.
    private func personWithMailbox() async throws -> Caller {
        let nonce = rig.accounts.providers.challenge(for: rig.app)
        let token = try rig.apple.token("owner", nonce: Nonce(nonce).sha256Hex, email: Self.mailbox)
        let credential = ProviderCredential(provider: .apple, idToken: token, nonce: nonce)
        let result = try await rig.accounts.signIn.signIn(with: credential, to: rig.app, context: rig.context)
        rig.storage.clock.advance(by: 1)
        return try await rig.caller(result)
    }

    private func add(_ addition: Addition, to caller: Caller) async throws {
        let number = try #require(Self.number)
        switch addition {
        case .identity:
            try await signInWithGoogle(caller)
            try await rig.link("thief", to: caller)
        case .number:
            let code = PresentedCode.digits(try await rig.mailed(.signIn(number)), .signIn, .phone, number.description)
            _ = try await rig.accounts.logins.addLogin(.phone, with: code, to: caller, context: rig.context)
        case .address: _ = try await addedAddress(2, to: caller)
        }
    }

    /// Makes the account's identity one of Google's: an account has one of a provider.
    private func signInWithGoogle(_ caller: Caller, joiningBy address: String? = nil) async throws {
        let (account, app) = (caller.session.account, rig.app.id)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for identity in try transaction.identities(of: account, in: app) {
                try transaction.delete(identity)
                try transaction.insert(
                    Identity(
                        app: app, provider: .google, subject: identity.subject, account: account,
                        claims: identity.claims, joiningAddress: address, createdAt: identity.createdAt))
            }
        }
    }

    /// Adds an address by a code that was sent there, and reads the link of the mail about it.
    private func addedAddress(_ number: Int, to caller: Caller) async throws -> Secret {
        let code = try await rig.mailed(.signIn(try rig.email(number)))
        _ = try await rig.accounts.logins.addLogin(.email, with: .link(code), to: caller, context: rig.context)
        return try await link(to: Self.mailbox)
    }

    /// The secret of the last undo link to an address.
    private func link(to address: String, about subject: String? = nil) async throws -> Secret {
        try await rig.deliver()
        return try #require(links(to: address, about: subject).last)
    }

    /// The secrets of all undo links to an address, the oldest first.
    private func links(to address: String, about subject: String? = nil) -> [Secret] {
        rig.messages.sent.filter { $0.to == address && (subject == nil || $0.subject == subject) }
            .filter { $0.body.contains("within a week") }
            .compactMap { mail in
                mail.body.split(whereSeparator: \.isWhitespace).first { $0.contains("code=") }
                    .map { Secret(String($0.split(separator: "=").last ?? "")) }
            }
    }
}
