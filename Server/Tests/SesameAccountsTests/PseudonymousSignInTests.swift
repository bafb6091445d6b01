import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

struct PseudonymousSignInTests {
    private let rig: PseudonymousRig

    init() async throws {
        rig = try await PseudonymousRig()
    }

    @Test func `an identity is stored only under its pseudonym`() async throws {
        let app = try rig.app()
        let account = try await rig.signIn("1234567890", to: app).view.account.id
        let subjects = try await rig.subjects(of: account)
        #expect(subjects == [app.privacy.forms(of: "1234567890", at: .apple).current])
        #expect(subjects.allSatisfy(PseudonymGenerator.isPseudonym))
    }

    @Test func `names and claims from tokens and devices are dropped`() throws {
        var verified = VerifiedIdentity(
            provider: "apple", subject: "1", clientID: "client", issuedAt: .distantPast, expiresAt: .distantPast,
            carriesNonce: true, tokenDigest: [1])
        verified.email = "test.user@example.com"
        verified.emailVerified = true
        verified.emailIsAuthoritative = true
        verified.isPrivateEmail = true
        verified.givenName = "Test"
        verified.familyName = "User 1"
        verified.displayName = "Test User 1"
        verified.photoURL = "https://example.com/1.png"
        let name = try #require(UnverifiedName(given: "Test", family: "User 1"))
        let admitted = FilteredIdentity(verified, from: .apple, named: name, to: try rig.app())
        #expect(admitted.claims == IdentityClaims() && admitted.statedName == nil)
        let standard = FilteredIdentity(verified, from: .apple, named: name, to: App(id: rig.id))
        #expect(standard.claims.email == verified.email && standard.statedName == name)
        #expect(standard.subject == SubjectAliases("1"))
        let text = String(decoding: try JSONEncoder().encode(admitted), as: UTF8.self)
        for trace in ["test.user", "User 1", "1.png"] { #expect(!text.contains(trace)) }
    }

    @Test func `a sign-in with a name is rejected and uses up its nonce`() async throws {
        let app = try rig.app()
        let name = try #require(UnverifiedName(given: "Test", family: nil))
        let nonce = rig.accounts.providers.issueNonce(for: app)
        let refusal = await #expect(throws: AccountError.self) {
            try await rig.accounts.signIn.signIn(
                with: rig.credential("1", nonce: nonce, name: name), to: app, context: rig.context)
        }
        #expect(refusal?.code == .invalidRequest && refusal?.field == "givenName")
        let second = await #expect(throws: AccountError.self) {
            try await rig.accounts.signIn.signIn(with: rig.credential("1", nonce: nonce), to: app, context: rig.context)
        }
        #expect(second?.code == .invalidNonce)
    }

    @Test func `a hundred concurrent first sign-ins create one account`() async throws {
        let app = try rig.app()
        let accounts = try await withThrowingTaskGroup(of: AccountID.self) { group in
            for _ in 0..<100 { group.addTask { try await rig.signIn("7", to: app).view.account.id } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(accounts.count == 1)
    }

    @Test func `an account has an apple_ id, and a different one after it was deleted`() async throws {
        let app = try rig.app()
        let first = try await rig.signIn(to: app)
        #expect(try await rig.signIn(to: app).view.account.id == first.view.account.id)
        #expect(first.view.account.id.description.wholeMatch(of: /apple_[0-9a-f]{30}/) != nil)
        _ = try await rig.accounts.deletion.deleteAccount(
            of: try await rig.caller(first, of: app), context: rig.context)
        let second = try await rig.signIn(to: app)
        #expect(second.isNew && second.view.account.id != first.view.account.id)
    }

    @Test func `the account id differs from the legacy id derived from Apple's subject`() async throws {
        let id = try await rig.signIn("000001.abc.0433", to: try rig.app()).view.account.id
        #expect(LegacyID(id.description) != LegacyID(of: "000001.abc.0433", at: .apple))
    }

    @Test func `a user has different pseudonyms in two apps`() async throws {
        let (one, two) = (try rig.app(), try rig.app(named: "other"))
        #expect(
            one.privacy.forms(of: "1", at: .apple).current != two.privacy.forms(of: "1", at: .apple).current)
    }

    @Test func `a guest's id names no provider and stays unchanged after an upgrade`() async throws {
        let app = try rig.app()
        let guest = try await rig.accounts.signIn.signInAnonymously(to: app, context: rig.context)
        #expect(guest.view.account.id.description.utf8.count == 26)
        let caller = try await rig.caller(guest, of: app)
        let credential = try rig.credential("1", nonce: rig.accounts.providers.issueNonce(for: caller))
        let linked = try await rig.accounts.linking.link(credential, to: caller, context: rig.context)
        #expect(linked.view.account.id == guest.view.account.id)
        let kept = try await rig.subjects(of: guest.view.account.id)
        #expect(kept == [app.privacy.forms(of: "1", at: .apple).current])
    }

    @Test func `a link with a name is rejected`() async throws {
        let app = try rig.app()
        let caller = try await rig.caller(
            try await rig.accounts.signIn.signInAnonymously(to: app, context: rig.context), of: app)
        let name = try #require(UnverifiedName(given: "Test", family: nil))
        let credential = try rig.credential("1", nonce: rig.accounts.providers.issueNonce(for: caller), name: name)
        let refusal = await #expect(throws: AccountError.self) {
            try await rig.accounts.linking.link(credential, to: caller, context: rig.context)
        }
        #expect(refusal?.field == "givenName")
    }

    @Test func `clients receive the configured email address and name, but none for a guest`() async throws {
        let placeholder = PlaceholderClaims(emailDomain: "familysync.invalid", displayName: "Utilisateur")
        let app = try rig.app(placeholder: placeholder)
        let person = try await rig.signIn(to: app).view
        let claims = app.claims(of: person)
        #expect(claims.email == "\(person.account.id)@familysync.invalid" && !claims.emailVerified)
        #expect(claims.nameToShow == "Utilisateur")
        #expect(person.claims == IdentityClaims())
        let guest = try await rig.accounts.signIn.signInAnonymously(to: app, context: rig.context).view
        #expect(app.claims(of: guest) == IdentityClaims())
        #expect(try rig.app().claims(of: person) == IdentityClaims())
    }

    @Test func `a pending browser sign-in is stored under the pseudonym without the stated name`() async throws {
        let app = try rig.app()
        let browser = Secret(String(repeating: "b", count: 43))
        let start = try rig.accounts.authorization.beginFlow(
            with: .apple, to: app, for: .page(role: nil), browser: browser)
        let flow = try #require(try await rig.accounts.authorization.flow(of: start.state, from: .apple))
        let idToken = try rig.apple.token("123456789", nonce: start.nonce.exposed, clientID: AppleDouble.web)
        let handle = try #require(
            try await rig.accounts.authorization.handleCallback(
                ProviderTokens(idToken: idToken, refreshToken: nil), for: flow, to: app, state: start.state,
                clientID: AppleDouble.web, statedName: UnverifiedName(given: "Test", family: "User 1")))
        let (flows, now) = (rig.accounts.authorization.flows, rig.storage.clock.now)
        let waiting = try #require(
            try await rig.storage.engine.read { reader throws(StorageError) in
                try flows.open(
                    try reader.flow(digest(handle.exposed.utf8)), as: CallbackIdentity.self, at: now, reader)
            })
        #expect(waiting.verified.subject == app.privacy.forms(of: "123456789", at: .apple))
        #expect(waiting.verified.statedName == nil)
    }
}
