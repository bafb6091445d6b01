import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of the emails about added and removed sign-in methods, and of the undo links in them.
struct MethodUndoTests {
    static let mailbox = "test.user.9@icloud.com"
    static let number = PhoneNumber("+33612345670")

    let rig: PasswordRig
    let thief: Caller

    init() async throws {
        rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        thief = try await rig.owner()
    }

    // MARK: Every addition is mailed

    /// A sign-in method that a thief with a session can add to an account.
    enum Addition: String, CaseIterable {
        case identity, number, address
    }

    @Test(arguments: Addition.allCases)
    func `a verified email address can undo an added sign-in method six days later`(_ addition: Addition) async throws {
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

    @Test func `a verified email address can undo what a merge added`() async throws {
        _ = try await rig.person("joined")
        rig.storage.clock.advance(by: 1)
        try await rig.link("joined", to: thief, onConflict: .merge)
        let view = try await rig.undo(link(to: "test.user.1@example.com"))
        #expect(view.identities.isEmpty && view.logins.map(\.name) == ["test.user.1@example.com"])
    }

    @Test func `an identity that joins by email address is announced to that email address`() async throws {
        let app = App(
            id: rig.app.id, providers: rig.app.providers, emailLinking: .verified, passwords: rig.app.passwords)
        try await signInWithGoogle(try await personWithMailbox(), joiningBy: Self.mailbox)
        let nonce = rig.accounts.providers.issueNonce(for: app)
        let token = try rig.apple.token("joins", nonce: Nonce(nonce).sha256Hex, email: Self.mailbox)
        let credential = ProviderCredential(provider: .apple, idToken: token, nonce: nonce)
        _ = try await rig.accounts.signIn.signIn(with: credential, to: app, context: rig.context)
        #expect(try await rig.undo(link(to: Self.mailbox)).identities.map(\.provider) == [.google])
    }

    @Test func `no email is sent for a guest's first sign-in method or without a verified email address`() async throws
    {
        let before = rig.messages.sent.count
        try await rig.link("guest", to: try await rig.guest(), email: Self.mailbox)
        try await rig.link("other", to: try await rig.caller(try await rig.signUp(2)))
        try await rig.deliver()
        #expect(rig.messages.sent.count == before)
    }

    @Test(arguments: [true, false])
    func `a replaced email address is announced to the remaining verified email addresses`(isProved: Bool) async throws
    {
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
        #expect(links(to: Self.mailbox, about: "A sign-in method was added").count == 2)
        #expect(try await rig.undo(link(to: Self.mailbox)).logins.isEmpty)
    }

    // MARK: An identity is lost like an address

    @Test func `the email address of an unlinked identity can restore the identity`() async throws {
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
    func `undo takes an identity back from a new empty account, but not from a used one`(
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

    @Test func `an unlinked identity is announced to the remaining verified email address`() async throws {
        try await rig.link("own", to: thief)
        try await rig.accounts.linking.unlink(.apple, from: thief, context: rig.context)
        try await rig.deliver()
        let last = try #require(rig.messages.sent.last)
        #expect(last.recipient == "test.user.1@example.com" && last.subject == "A sign-in method was removed")
        #expect(!last.body.contains("code="))
    }

    // MARK: What is lost

    @Test func `a removed phone number is announced to the remaining verified email address`() async throws {
        try await add(.number, to: thief)
        try await rig.accounts.logins.removeCredential(.phone, from: thief, context: rig.context)
        try await rig.deliver()
        let last = try #require(rig.messages.sent.last)
        #expect(last.recipient == "test.user.1@example.com" && last.subject == "A sign-in method was removed")
    }

    @Test func `an identity deleted at its provider is announced to the remaining verified email address`() async throws
    {
        try await rig.link("gone", to: thief)
        rig.storage.clock.advance(by: 10)
        _ = try await rig.accounts.notifications.handle(
            notification: try rig.apple.notification("account-deleted", of: "gone"), from: .apple,
            apps: AppDirectory([rig.app]), context: rig.context)
        try await rig.deliver()
        #expect(rig.messages.sent.last?.subject == "A sign-in method was removed")
    }

    // MARK: Recovery codes

    @Test func `new recovery codes are announced to the verified email address`() async throws {
        _ = try await rig.addApp(to: thief)
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: thief, context: rig.context)
        try await rig.deliver()
        let last = try #require(rig.messages.sent.last)
        #expect(last.recipient == "test.user.1@example.com" && last.subject == "New recovery codes were created")
    }

    // MARK: Steps

    /// Returns a user whose only sign-in method is Apple, with the iCloud address ``mailbox``.
    func personWithMailbox() async throws -> Caller {
        let nonce = rig.accounts.providers.issueNonce(for: rig.app)
        let token = try rig.apple.token("owner", nonce: Nonce(nonce).sha256Hex, email: Self.mailbox)
        let credential = ProviderCredential(provider: .apple, idToken: token, nonce: nonce)
        let result = try await rig.accounts.signIn.signIn(with: credential, to: rig.app, context: rig.context)
        rig.storage.clock.advance(by: 1)
        return try await rig.caller(result)
    }

    func add(_ addition: Addition, to caller: Caller) async throws {
        let number = try #require(Self.number)
        switch addition {
        case .identity:
            try await signInWithGoogle(caller)
            try await rig.link("thief", to: caller)
        case .number:
            let code = PresentedCode.digits(try await rig.mailed(.signIn(number)), .signIn, .phone, number.description)
            _ = try await rig.accounts.logins.addCredential(.phone, with: code, to: caller, context: rig.context)
        case .address: _ = try await addedAddress(2, to: caller)
        }
    }

    /// Replaces the account's identity with a Google identity that has the same subject and claims, so that an Apple
    /// identity can be linked.
    func signInWithGoogle(_ caller: Caller, joiningBy address: String? = nil) async throws {
        let (account, app) = (caller.session.account, rig.app.id)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for identity in try transaction.identities(of: account, in: app) {
                try transaction.delete(identity)
                try transaction.insert(
                    Identity(
                        app: app, provider: .google, subject: identity.subject, account: account,
                        claims: identity.claims, linkableEmail: address, createdAt: identity.createdAt))
            }
        }
    }

    /// Adds an address with a code sent to that address, and returns the secret of the undo link sent to ``mailbox``.
    func addedAddress(_ number: Int, to caller: Caller) async throws -> Secret {
        let code = try await rig.mailed(.signIn(try rig.email(number)))
        _ = try await rig.accounts.logins.addCredential(.email, with: .link(code), to: caller, context: rig.context)
        return try await link(to: Self.mailbox)
    }

    /// Delivers the due messages, and returns the secret of the last undo link sent to an address; with a subject, only
    /// emails with that subject count.
    func link(to address: String, about subject: String? = nil) async throws -> Secret {
        try await rig.deliver()
        return try #require(links(to: address, about: subject).last)
    }

    /// Returns the secrets of all undo links to an address, oldest first.
    func links(to address: String, about subject: String? = nil) -> [Secret] {
        rig.messages.sent.filter { $0.recipient == address && (subject == nil || $0.subject == subject) }
            .filter { $0.body.contains("within a week") }
            .compactMap { mail in
                mail.body.split(whereSeparator: \.isWhitespace).first { $0.contains("code=") }
                    .map { Secret(String($0.split(separator: "=").last ?? "")) }
            }
    }
}
