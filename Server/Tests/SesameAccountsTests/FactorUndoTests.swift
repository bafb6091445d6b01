import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of the undo link that is emailed when a second factor is added.
struct FactorUndoTests {
    private let rig: PasswordRig
    private let thief: Caller

    init() async throws {
        rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        thief = try await rig.owner()
    }

    @Test func `the factor of a thief goes, with all that came after it`() async throws {
        try await rig.link("before", to: thief)
        let undo = try await addedApp()
        #expect(rig.messages.sent.last?.to == "test.user.1@example.com")
        try await addPhone()
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: thief, context: rig.context)
        rig.storage.clock.advance(by: 6 * 86_400)

        let view = try await rig.undo(undo)
        #expect(view.factors.isEmpty && view.identities.map(\.subject) == ["before"])
        #expect(view.login(.email)?.name == "test.user.1@example.com" && view.login(.email)?.password == nil)
        #expect(try await rig.isOut(thief))
        let (account, app) = (view.account.id, rig.app.id)
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: account, in: app) == 0)
        #expect(try await rig.accounts.account.details(of: account, in: app).tokensValidAfter == rig.storage.clock.now)
        #expect(try await rig.code { _ = try await rig.undo(undo) } == .ticketExpired)
    }

    @Test func `ways to sign in that came after the factor go with it`() async throws {
        let undo = try await addedApp()
        try await rig.link("thief", to: thief)
        #expect(try await rig.undo(undo).identities.isEmpty)
    }

    @Test func `a factor from before stays, with its recovery codes`() async throws {
        _ = try await rig.addApp(to: thief)
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: thief, context: rig.context)
        rig.storage.clock.advance(by: 1)
        let undo = try await addPhone()
        let view = try await rig.undo(undo)
        #expect(view.factors.map(\.kind) == [.totp])
        let left = try await rig.accounts.secondFactors.recoveryCodesLeft(of: view.account.id, in: rig.app.id)
        #expect(left == RecoveryCodes.number)
    }

    /// Both links are emailed to the same address, and its owner may open them in any order. The older one also
    /// restores the address.
    @Test(arguments: [true, false])
    func `a thief who changes the address as well loses both`(factorFirst: Bool) async throws {
        let factor = try await addedApp()
        rig.storage.clock.advance(by: 1)
        try await rig.change(to: 2, by: thief)
        let address = try await rig.lastCode()
        rig.storage.clock.advance(by: 1)
        var view = try await rig.undo(factorFirst ? factor : address)
        if factorFirst {
            #expect(try await rig.code { _ = try await rig.undo(address) } == .ticketExpired)
        } else {
            #expect(view.factors.count == 1)
            view = try await rig.undo(factor)
        }
        #expect(view.factors.isEmpty && view.logins.map(\.name) == ["test.user.1@example.com"])
    }

    @Test func `a change of the address that came before the factor takes the factor, too`() async throws {
        try await rig.change(to: 2, by: thief)
        let address = try await rig.lastCode()
        rig.storage.clock.advance(by: 1)
        let factor = try await addedApp()
        #expect(rig.messages.sent.last?.to == "test.user.2@example.com")
        #expect(try await rig.undo(address).factors.isEmpty)
        #expect(try await rig.code { _ = try await rig.undo(factor) } == .ticketExpired)
    }

    @Test func `the link of the older factor voids that of the younger`() async throws {
        let first = try await addedApp()
        rig.storage.clock.advance(by: 1)
        let second = try await addPhone()
        #expect(try await rig.undo(first).factors.isEmpty)
        #expect(try await rig.code { _ = try await rig.undo(second) } == .ticketExpired)
    }

    @Test func `a thief who removes the factor again does not void the link`() async throws {
        let undo = try await addedApp()
        let factor = try #require(try await rig.accounts.sessions.account(of: thief).factors.first)
        try await rig.link("thief", to: thief)
        try await rig.accounts.secondFactors.removeFactor(factor.id, from: thief, context: rig.context)
        #expect(try await rig.undo(undo).identities.isEmpty)
        #expect(try await rig.isOut(thief))
    }

    @Test func `the link waits while the account is disabled, and not beyond a week`() async throws {
        let undo = try await addedApp()
        let account = thief.session.account
        _ = try await rig.accounts.operators.disable(account, in: rig.app.id, context: rig.context)
        #expect(try await rig.code { _ = try await rig.undo(undo) } == .userDisabled)
        _ = try await rig.accounts.operators.enable(account, in: rig.app.id, context: rig.context)
        rig.storage.clock.advance(by: 7 * 86_400)
        #expect(try await rig.code { _ = try await rig.undo(undo) } == .ticketExpired)
    }

    @Test func `every proved address gets a link, whichever the account shows`() async throws {
        let owner = try await personOfGoogle()
        try await addAddress(to: owner)
        _ = try await rig.addApp(to: owner)
        try await rig.deliver()
        let told = rig.messages.sent.filter { $0.subject == "A second factor was added" }
        #expect(Set(told.map(\.to)) == ["test.user.2@example.com", Self.google])
        #expect(Set(told.map(\.body)).count == 2)
    }

    @Test func `an address that came after the factor goes with it`() async throws {
        let owner = try await personOfGoogle()
        _ = try await rig.addApp(to: owner)
        let undo = try await rig.lastCode()
        try await addAddress(to: owner)
        let view = try await rig.undo(undo)
        #expect(view.logins.isEmpty && view.identities.map(\.subject) == ["owner"])
    }

    @Test func `the owner gets the identity back that proved the address`() async throws {
        let owner = try await personOfGoogle()
        _ = try await rig.addApp(to: owner)
        let undo = try await rig.lastCode()
        try await rig.link("thief", to: owner)
        try await rig.accounts.linking.unlink(.google, from: owner, context: rig.context)
        let view = try await rig.undo(undo)
        #expect(view.identities.map(\.subject) == ["owner"] && view.logins.isEmpty)
        #expect(view.provedAddresses == [Self.google])
    }

    @Test(arguments: [true, false])
    func `without passwords the link works, also where the identity is gone`(isLeft: Bool) async throws {
        let app = App(id: rig.app.id, providers: rig.app.providers, secondFactors: rig.app.secondFactors)
        let owner = try await personOfGoogle()
        _ = try await rig.addApp(to: owner)
        let undo = try await rig.lastCode()
        try await rig.link("thief", to: owner)
        if !isLeft { try await rig.accounts.linking.unlink(.google, from: owner, context: rig.context) }
        func use(_ code: Secret) async throws -> AuthError.Code? {
            try await rig.code {
                _ = try await rig.accounts.logins.undoChange(with: .link(code), of: app, context: rig.context)
            }
        }
        #expect(try await use(Secret("mc_unknown")) == .providerRequired)
        #expect(try await use(undo) == nil)
        #expect(try await rig.isOut(owner))
        let view = try await rig.accounts.directory.account(owner.session.account, in: app.id)
        #expect(view.identities.map(\.subject) == ["owner"])
    }

    @Test func `without passwords no link makes an address the only way in`() async throws {
        let app = App(id: rig.app.id, providers: rig.app.providers)
        try await rig.change(to: 2, by: thief)
        let undo = try await rig.lastCode()
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.undoChange(with: .link(undo), of: app, context: rig.context)
        }
        #expect(refused == .invalidTransition)
        #expect(try await !rig.isOut(thief))
    }

    /// Otherwise the owner of the address would be asked for a second factor of the other account's user.
    @Test func `an account with a proved address joins none with a second factor`() async throws {
        let owner = try await personOfGoogle()
        try await rig.link("thief", to: owner)
        let accomplice = try await personOfGoogle("accomplice", at: nil)
        _ = try await rig.addApp(to: accomplice)
        let refused = try await rig.code { try await rig.link("thief", to: accomplice, onConflict: .merge) }
        #expect(refused == .invalidTransition)
        #expect(try await !rig.isOut(owner))
    }

    /// Otherwise the reader of the unproved address's emails would get the account without the second factor.
    @Test(arguments: [LocalCredential.Kind.email, .phone])
    func `an account with an unproved address or number joins none with a second factor`(
        kind: LocalCredential.Kind
    ) async throws {
        let owner = try await rig.person("unproved")
        let name = kind == .email ? try rig.email(6).description : "+33612345679"
        let login = LocalCredential(
            app: rig.app.id, kind: kind, name: name, account: owner.session.account, createdAt: rig.storage.clock.now)
        try await rig.storage.engine.write { transaction throws(StorageError) in try transaction.insert(login) }
        let caller = try await personOfGoogle("caller", at: nil)
        _ = try await rig.addApp(to: caller)
        let refused = try await rig.code { try await rig.link("unproved", to: caller, onConflict: .merge) }
        #expect(refused == .invalidTransition)
        #expect(try await !rig.isOut(owner))
    }

    @Test func `a person without a proved address gets no link`() async throws {
        let person = try await rig.person("a")
        let before = rig.messages.sent.count
        _ = try await rig.addApp(to: person)
        try await rig.deliver()
        #expect(rig.messages.sent.count == before)
    }

    private static let google = "test.user.7@gmail.com"

    /// Returns a user who signs in only with Google, which runs their mailbox.
    private func personOfGoogle(_ subject: String = "owner", at address: String? = Self.google) async throws -> Caller {
        let caller = try await rig.person(subject)
        let (account, app, now) = (caller.session.account, rig.app.id, rig.storage.clock.now)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for identity in try transaction.identities(of: account, in: app) { try transaction.delete(identity) }
            try transaction.insert(
                Identity(
                    app: app, provider: .google, subject: subject, account: account,
                    claims: IdentityClaims(
                        email: address, emailVerified: address != nil, emailIsAuthoritative: address != nil),
                    createdAt: now))
        }
        return caller
    }

    private func addAddress(to caller: Caller) async throws {
        let code = try await rig.mailed(.signIn(try rig.email(2)))
        _ = try await rig.accounts.logins.addCredential(.email, with: .link(code), to: caller, context: rig.context)
    }

    /// Adds an authenticator app, and returns the undo link of the email.
    private func addedApp() async throws -> Secret {
        _ = try await rig.addApp(to: thief)
        return try await rig.lastCode()
    }

    /// Adds a phone, and returns the undo link of the email.
    @discardableResult
    private func addPhone() async throws -> Secret {
        let number = try #require(PhoneNumber("+33612345671"))
        _ = try await rig.accounts.secondFactors.startFactorEnrollment(.phone(number), of: thief, context: rig.context)
        _ = try await rig.accounts.secondFactors.finishFactorEnrollment(
            .phone, with: try await rig.lastCode(), of: thief, context: rig.context)
        return try await rig.lastCode()
    }
}
