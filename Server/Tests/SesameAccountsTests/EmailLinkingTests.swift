import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// Tests of linking an identity to an existing account by email address: the cases in which the server links, and
/// especially those in which it does not.
struct EmailLinkingTests {
    /// An identity's email address, with the properties that decide whether it links the identity to an account.
    struct Address: Sendable {
        var email: String? = "test.user.1@gmail.com"
        var isVerified = true
        var isAuthoritative = true
        var isPrivate = false
    }

    private let storage: TestStorage

    init() throws { storage = try TestStorage() }

    private func app(_ linking: EmailLinking, named name: String = "couple", signUp: SignUpPolicy = .implicit) throws
        -> App
    {
        App(id: try #require(AppID(name)), signUp: signUp, emailLinking: linking)
    }

    private func signIn(
        _ provider: Provider, _ subject: String, _ address: Address, to app: App, role: String? = nil
    ) async throws -> SignInOutcome {
        let environment = storage.environment
        var verified = VerifiedIdentity(
            provider: provider.rawValue, subject: subject, clientID: "client", issuedAt: environment.now,
            expiresAt: environment.now.addingTimeInterval(3_600), carriesNonce: false,
            tokenDigest: environment.randomBytes(32))
        verified.email = address.email
        verified.emailVerified = address.isVerified
        verified.emailIsAuthoritative = address.isAuthoritative
        verified.isPrivateEmail = address.isPrivate
        let attempt = SignInTransaction(
            app: app, provider: provider, verified: FilteredIdentity(verified, from: provider, to: app),
            proof: .flow, role: role, session: try .test(at: environment), newAccount: AccountIDEntropy(environment),
            ticket: Secret("tk_" + environment.randomID()), cipher: try .test(), codes: try .test(), notices: nil,
            now: environment.now,
            context: RequestContext(requestID: "test"))
        return try await storage.engine.write { transaction throws(StorageError) in try attempt.run(transaction) }
    }

    private func account(_ outcome: SignInOutcome) throws -> Account {
        guard case .signedIn(let signIn) = outcome else { throw NotSignedIn() }
        return signIn.view.account
    }

    private struct NotSignedIn: Error {}

    private static let apples = Address(isAuthoritative: false)

    @Test(arguments: [
        (EmailLinking.verified, apples, Address(), true),
        (.verified, apples, Address(email: "Test.User.1@GMAIL.com"), true),
        (.never, apples, Address(), false),
        // These cases vary the account's address: unverified, or a relay address.
        (.verified, Address(isVerified: false, isAuthoritative: false), Address(), false),
        (.verified, Address(isAuthoritative: false, isPrivate: true), Address(), false),
        (.verified, Address(email: nil, isVerified: false, isAuthoritative: false), Address(), false),
        // These cases vary the new identity's address: verified by a provider that does not run the mailbox,
        // unverified, a relay address, a different one, none.
        (.verified, apples, Address(isAuthoritative: false), false),
        (.verified, apples, Address(isVerified: false, isAuthoritative: false), false),
        (.verified, apples, Address(isPrivate: true), false),
        (.verified, apples, Address(email: "test.user.2@gmail.com"), false),
        (.verified, apples, Address(email: "test\u{FF0E}user.1@gmail.com"), false),
        (.verified, apples, Address(email: nil), false),
    ])
    func `an email address links an identity only if the app allows it and both sides prove it`(
        linking: EmailLinking, theirs: Address, mine: Address, joins: Bool
    ) async throws {
        let app = try app(linking)
        let owner = try account(try await signIn(.apple, "a", theirs, to: app))
        let outcome = try await signIn(.google, "g", mine, to: app)
        #expect(try (account(outcome).id == owner.id) == joins)
        let again = try account(try await signIn(.google, "g", mine, to: app))
        #expect((again.id == owner.id) == joins)
        let kinds = try await storage.engine.read { reader throws(StorageError) in
            try reader.events(of: owner.id, in: app.id, limit: 9).map(\.kind)
        }
        #expect(kinds.contains(.identityLinked) == joins)
    }

    @Test func `an email address does not link two identities of the same provider`() async throws {
        let app = try app(.verified)
        let owner = try account(try await signIn(.google, "1", Address(), to: app))
        #expect(try account(try await signIn(.google, "2", Address(), to: app)).id != owner.id)
    }

    private func addFactor(to owner: Account) async throws {
        let factor = SecondFactor(
            id: "f", app: owner.app, account: owner.id, displayName: nil, enrolledAt: storage.environment.now,
            credential: .phone(try #require(PhoneNumber("+33612345678"))))
        try await storage.engine.write { transaction throws(StorageError) in try transaction.put(factor) }
    }

    @Test func `an email address alone does not link to an account with a second factor`() async throws {
        let app = try app(.verified)
        let owner = try account(try await signIn(.apple, "a", Self.apples, to: app))
        try await addFactor(to: owner)
        #expect(try account(try await signIn(.google, "g", Address(), to: app)).id != owner.id)
    }

    @Test func `where an email address belongs to one account, a second factor rejects the new identity`() async throws
    {
        var app = try app(.never)
        app.firebase = FirebaseSettings(projectID: "shop-1", apiKeys: ["k"])
        app.firebase?.rules = .emulated
        let owner = try account(try await signIn(.apple, "a", Address(), to: app))
        try await addFactor(to: owner)
        guard case .refused(let refusal) = try await signIn(.google, "g", Address(), to: app) else {
            Issue.record("the address opened an account with a factor")
            return
        }
        #expect(refusal.code == .credentialInUse && refusal.holder == nil)
        let id = app.id
        let left = try await storage.engine.read { reader throws(StorageError) in
            try reader.identities(of: owner.id, in: id).map(\.provider)
        }
        #expect(left == [.apple])
    }

    @Test func `an email address of two accounts links to neither`() async throws {
        let app = try app(.verified)
        let owners = [
            try account(try await signIn(.apple, "1", Self.apples, to: app)).id,
            try account(try await signIn(.apple, "2", Self.apples, to: app)).id,
        ]
        #expect(owners[0] != owners[1])
        #expect(try !owners.contains(account(try await signIn(.google, "g", Address(), to: app)).id))
    }

    @Test func `development identities and vendor identities are not linked by email address`() async throws {
        let app = try app(.verified)
        let person = try account(try await signIn(.apple, "a", Self.apples, to: app))
        let developer = try account(try await signIn(.google, "development:g", Address(), to: app))
        #expect(developer.id != person.id)
        let other = Address(email: "test.user.2@gmail.com", isAuthoritative: false)
        let invented = try account(try await signIn(.apple, "development:a", other, to: app))
        let real = try account(try await signIn(.google, "g", Address(email: other.email), to: app))
        #expect(real.id != invented.id)
    }

    @Test func `an email address does not link across apps`() async throws {
        let owner = try account(try await signIn(.apple, "a", Self.apples, to: try app(.verified)))
        let newcomer = try account(try await signIn(.google, "g", Address(), to: try app(.verified, named: "prysm")))
        #expect(newcomer.id != owner.id)
    }

    @Test func `an unverified email address neither links nor blocks its owner`() async throws {
        let app = try app(.verified)
        let squatter = try account(
            try await signIn(.apple, "a", Address(isVerified: false, isAuthoritative: false), to: app))
        let owner = try account(try await signIn(.google, "g", Address(), to: app))
        #expect(owner.id != squatter.id)
        #expect(try account(try await signIn(.apple, "a", Self.apples, to: app)).id == squatter.id)
    }

    @Test func `an identity linked by email address needs no registration`() async throws {
        let app = try app(.verified, signUp: .explicit)
        let now = storage.clock.now
        let owner = Account(
            id: AccountID("owner"), app: app.id, createdAt: now, lastSignInAt: now,
            profile: StoredProfile(updatedAt: now))
        try await storage.engine.write { transaction throws(StorageError) in
            try transaction.insert(owner)
            try transaction.insert(
                Identity(
                    app: app.id, provider: .apple, subject: "a", account: owner.id, claims: IdentityClaims(),
                    linkableEmail: "test.user.1@gmail.com", createdAt: now))
        }
        #expect(try account(try await signIn(.google, "g", Address(), to: app)).id == owner.id)
    }

    @Test func `an unlinked identity is not linked again by its email address`() async throws {
        let app = try app(.verified)
        let owner = try account(try await signIn(.apple, "a", Self.apples, to: app))
        guard case .signedIn(let second) = try await signIn(.google, "g", Address(), to: app) else {
            throw NotSignedIn()
        }
        let (joined, session) = (second.view, second.session)
        #expect(joined.account.id == owner.id && owner.allowsEmailLinking)
        let accounts = try await Services.test(storage, AppleDouble(serving: app.id, clock: storage.clock))
        let caller = Caller(app: app, session: session, checkedAt: storage.clock.now)
        try await accounts.linking.unlink(.google, from: caller, context: RequestContext(requestID: "test"))
        #expect(try await accounts.sessions.account(of: caller).account.allowsEmailLinking == false)
        for _ in 1...2 {
            #expect(try account(try await signIn(.google, "g", Address(), to: app)).id != owner.id)
        }
        #expect(try account(try await signIn(.apple, "a", Self.apples, to: app)).id == owner.id)
    }

    @Test func `an identity cannot be linked to a disabled account by email address`() async throws {
        let app = try app(.verified)
        var owner = try account(try await signIn(.apple, "a", Self.apples, to: app))
        owner.disabledAt = storage.clock.now
        let disabled = owner
        try await storage.engine.write { transaction throws(StorageError) in try transaction.update(disabled) }
        guard case .refused(let refusal) = try await signIn(.google, "g", Address(), to: app) else {
            Issue.record("signed in")
            return
        }
        #expect(refusal.code == .userDisabled)
    }
}
