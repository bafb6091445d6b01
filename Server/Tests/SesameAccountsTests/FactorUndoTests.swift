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

    @Test func `undo removes an attacker's second factor and everything added after it`() async throws {
        try await rig.link("before", to: thief)
        let undo = try await addedApp()
        #expect(rig.messages.sent.last?.recipient == "test.user.1@example.com")
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

    @Test func `undo removes sign-in methods added after the second factor`() async throws {
        let undo = try await addedApp()
        try await rig.link("thief", to: thief)
        #expect(try await rig.undo(undo).identities.isEmpty)
    }

    @Test func `undo leaves an earlier second factor and its recovery codes`() async throws {
        _ = try await rig.addApp(to: thief)
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: thief, context: rig.context)
        rig.storage.clock.advance(by: 1)
        let undo = try await addPhone()
        let view = try await rig.undo(undo)
        #expect(view.factors.map(\.kind) == [.totp])
        let left = try await rig.accounts.secondFactors.recoveryCodesLeft(of: view.account.id, in: rig.app.id)
        #expect(left == RecoveryCodes.countPerSet)
    }

    /// The undo links for the second factor and for the changed address are emailed to the account's original address,
    /// whose owner may open them in any order. The link for the second factor is older, and therefore also restores the
    /// address.
    @Test(arguments: [true, false])
    func `the undo links revert both a second factor and a changed email address, in either order`(factorFirst: Bool)
        async throws
    {
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

    @Test func `undoing an earlier email address change also removes the second factor`() async throws {
        try await rig.change(to: 2, by: thief)
        let address = try await rig.lastCode()
        rig.storage.clock.advance(by: 1)
        let factor = try await addedApp()
        #expect(rig.messages.sent.last?.recipient == "test.user.2@example.com")
        #expect(try await rig.undo(address).factors.isEmpty)
        #expect(try await rig.code { _ = try await rig.undo(factor) } == .ticketExpired)
    }

    @Test func `the undo link of an older second factor voids the link of a younger one`() async throws {
        let first = try await addedApp()
        rig.storage.clock.advance(by: 1)
        let second = try await addPhone()
        #expect(try await rig.undo(first).factors.isEmpty)
        #expect(try await rig.code { _ = try await rig.undo(second) } == .ticketExpired)
    }

    @Test func `removing the second factor again does not void its undo link`() async throws {
        let undo = try await addedApp()
        let factor = try #require(try await rig.accounts.sessions.account(of: thief).factors.first)
        try await rig.link("thief", to: thief)
        try await rig.accounts.secondFactors.removeFactor(factor.id, from: thief, context: rig.context)
        #expect(try await rig.undo(undo).identities.isEmpty)
        #expect(try await rig.isOut(thief))
    }

    @Test func `the undo link is rejected while the account is disabled and expires after a week`() async throws {
        let undo = try await addedApp()
        let account = thief.session.account
        _ = try await rig.accounts.operators.disable(account, in: rig.app.id, context: rig.context)
        #expect(try await rig.code { _ = try await rig.undo(undo) } == .userDisabled)
        _ = try await rig.accounts.operators.enable(account, in: rig.app.id, context: rig.context)
        rig.storage.clock.advance(by: 7 * 86_400)
        #expect(try await rig.code { _ = try await rig.undo(undo) } == .ticketExpired)
    }

    @Test func `every verified email address gets its own undo link`() async throws {
        let owner = try await personOfGoogle()
        try await addAddress(to: owner)
        _ = try await rig.addApp(to: owner)
        try await rig.deliver()
        let told = rig.messages.sent.filter { $0.subject == "A second factor was added" }
        #expect(Set(told.map(\.recipient)) == ["test.user.2@example.com", Self.google])
        #expect(Set(told.map(\.body)).count == 2)
    }

    @Test func `undo removes an email address added after the second factor`() async throws {
        let owner = try await personOfGoogle()
        _ = try await rig.addApp(to: owner)
        let undo = try await rig.lastCode()
        try await addAddress(to: owner)
        let view = try await rig.undo(undo)
        #expect(view.logins.isEmpty && view.identities.map(\.subject) == ["owner"])
    }

    @Test func `undo restores the identity that verified the email address`() async throws {
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
    func `in an app without passwords, the undo link works even after the identity was removed`(isLeft: Bool)
        async throws
    {
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

    @Test func `in an app without passwords, undo never leaves an email address as the only sign-in method`()
        async throws
    {
        let app = App(id: rig.app.id, providers: rig.app.providers)
        try await rig.change(to: 2, by: thief)
        let undo = try await rig.lastCode()
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.undoChange(with: .link(undo), of: app, context: rig.context)
        }
        #expect(refused == .invalidTransition)
        #expect(try await !rig.isOut(thief))
    }

    /// A merge would ask the owner of the address for the second factor of the other account's user.
    @Test func `an account with a verified email address cannot merge into one with a second factor`() async throws {
        let owner = try await personOfGoogle()
        try await rig.link("thief", to: owner)
        let accomplice = try await personOfGoogle("accomplice", at: nil)
        _ = try await rig.addApp(to: accomplice)
        let refused = try await rig.code { try await rig.link("thief", to: accomplice, onConflict: .merge) }
        #expect(refused == .invalidTransition)
        #expect(try await !rig.isOut(owner))
    }

    /// A merge would give the account, without the second factor, to a reader of the unverified address's emails or of
    /// the unverified number's text messages.
    @Test(arguments: [LocalCredential.Kind.email, .phone])
    func `an unverified email address or phone number blocks a merge into an account with a second factor`(
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

    @Test func `a user without a verified email address gets no undo link`() async throws {
        let person = try await rig.person("a")
        let before = rig.messages.sent.count
        _ = try await rig.addApp(to: person)
        try await rig.deliver()
        #expect(rig.messages.sent.count == before)
    }

    private static let google = "test.user.7@gmail.com"

    /// Returns a user whose only sign-in method is Google. The address counts as proved; nil for an identity without an
    /// address.
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

    /// Adds an authenticator app, and returns the secret of the undo link in the email.
    private func addedApp() async throws -> Secret {
        _ = try await rig.addApp(to: thief)
        return try await rig.lastCode()
    }

    /// Adds a phone, and returns the secret of the undo link in the email.
    @discardableResult
    private func addPhone() async throws -> Secret {
        let number = try #require(PhoneNumber("+33612345671"))
        _ = try await rig.accounts.secondFactors.startFactorEnrollment(.phone(number), of: thief, context: rig.context)
        _ = try await rig.accounts.secondFactors.finishFactorEnrollment(
            .phone, with: try await rig.lastCode(), of: thief, context: rig.context)
        return try await rig.lastCode()
    }
}
