import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// Tests of the conditions that the account, the app and the credential must meet for an identity to be linked.
struct LinkTests {
    private let storage: TestStorage
    private let apple: AppleDouble
    private let accounts: Services
    private let app: App
    private let withRoles: App
    private let withForm: App
    private let context = RequestContext(requestID: "test")

    init() async throws {
        storage = try TestStorage()
        let settings = ProviderSettings(clientIDs: [AppleDouble.native, AppleDouble.web], defaultNonceForm: .sha256Hex)
        app = App(id: try #require(AppID("couple")), providers: [.apple: settings], allowsAnonymous: true)
        withRoles = App(
            id: try #require(AppID("castmate")), providers: [.apple: settings], allowsAnonymous: true,
            roles: ["A", "B"])
        withForm = App(
            id: try #require(AppID("prysm")), providers: [.apple: settings], allowsAnonymous: true, signUp: .explicit,
            profile: ProfileSchema(required: ["nom", "prenom"], optional: ["ville"]))
        apple = AppleDouble(serving: app.id, clock: storage.clock)
        accounts = try await .test(storage, apple)
    }

    private func caller(_ result: SignIn, _ app: App? = nil) async throws -> Caller {
        try await accounts.sessions.authenticate(
            result.tokens(accounts).accessToken, app: app ?? self.app,
            apps: AppDirectory([self.app, withRoles, withForm]))
    }

    private func guest(of app: App? = nil) async throws -> Caller {
        try await caller(try await accounts.signIn.signInAnonymously(to: app ?? self.app, context: context), app)
    }

    private func credential(
        _ subject: String, nonce: Secret, code: String? = nil, name: UnverifiedName? = nil
    ) throws -> ProviderCredential {
        ProviderCredential(
            provider: .apple, idToken: try apple.token(subject, nonce: Nonce(nonce).sha256Hex), nonce: nonce,
            code: code.map { Secret($0) }, statedName: name)
    }

    private func link(
        _ subject: String, to caller: Caller, role: String? = nil, profile: JSONObject = [:],
        onConflict: ConflictPolicy = .fail, code: String? = nil, name: UnverifiedName? = nil
    ) async throws -> LinkResult {
        try await accounts.linking.link(
            try credential(subject, nonce: accounts.providers.issueNonce(for: caller), code: code, name: name),
            to: caller,
            role: role, profile: profile, onConflict: onConflict, context: context)
    }

    private func signIn(_ subject: String, to app: App? = nil, role: String? = nil) async throws -> SignIn {
        let app = app ?? self.app
        return try await accounts.signIn.signIn(
            with: try credential(subject, nonce: accounts.providers.issueNonce(for: app)), to: app, role: role,
            context: context)
    }

    private func refusal(_ body: () async throws -> Void) async -> AccountError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? AccountError
        }
    }

    private func change(_ id: AccountID, in app: App, _ body: @escaping @Sendable (inout Account) -> Void) async throws
    {
        try await storage.engine.write { transaction throws(StorageError) in
            guard var account = try transaction.account(id, in: app.id) else { return }
            body(&account)
            try transaction.update(account)
        }
    }

    private func tokens(of account: Account) async throws -> Int {
        try await storage.engine.read { reader throws(StorageError) in
            try reader.providerTokens(of: account.id, in: account.app).count
        }
    }

    @Test func `a guest's upgrade leaves the uid, profile and creation time unchanged`() async throws {
        let guest = try await guest()
        try await change(guest.session.account, in: app) { $0.profile.fields = ["name": "Test User 1"] }
        let before = try await accounts.sessions.account(of: guest).account
        storage.clock.advance(by: 1_000)
        let result = try await link("1", to: guest, name: UnverifiedName(given: "Test", family: "User 1"))
        #expect(result.outcome == .linked && result.view.account.id == before.id)
        #expect(result.view.account.profile == before.profile && result.view.account.createdAt == before.createdAt)
        #expect(result.view.account.lastSignInAt == storage.clock.now)
        #expect(result.view.claims.nameToShow == "Test User 1")
        let stored = try await accounts.sessions.account(of: try await caller(try await signIn("1")))
        #expect(stored.account.id == before.id && stored.identities == result.view.identities)
    }

    @Test(
        arguments: [
            (nil, .invalidRequest), ("C", .invalidRequest), ("A", nil),
        ] as [(String?, AuthError.Code?)])
    func `a guest's upgrade requires a valid role in apps with roles`(role: String?, code: AuthError.Code?) async throws
    {
        let guest = try await guest(of: withRoles)
        var view: AccountRecord?
        let refusal = await refusal { view = try await link("1", to: guest, role: role).view }
        #expect(refusal?.code == code)
        #expect(view?.account.role == (code == nil ? role : nil))
        #expect(try await accounts.sessions.account(of: guest).account.role == view?.account.role)
    }

    @Test(
        arguments: [(nil, nil), ("A", nil), ("B", .roleMismatch), ("C", .roleMismatch)] as [(String?, AuthError.Code?)])
    func `a link never changes the account's role`(role: String?, code: AuthError.Code?) async throws {
        let caller = try await caller(try await signIn("1", to: withRoles, role: "A"), withRoles)
        try await storage.engine.write { [withRoles] transaction throws(StorageError) in
            guard let identity = try transaction.identity(.apple, subject: "1", in: withRoles.id) else { return }
            try transaction.delete(identity)
            try transaction.insert(
                Identity(
                    app: identity.app, provider: .google, subject: "g", account: identity.account,
                    claims: identity.claims, createdAt: identity.createdAt))
        }
        let refusal = await refusal { _ = try await link("2", to: caller, role: role) }
        #expect(refusal?.code == code)
        #expect(try await accounts.sessions.account(of: caller).account.role == "A")
    }

    @Test func `a guest who requests a role other than the owner's gets roleMismatch and no ticket`() async throws {
        _ = try await signIn("1", to: withRoles, role: "A")
        let guest = try await guest(of: withRoles)
        let refused = await refusal { _ = try await link("1", to: guest, role: "B") }
        #expect(refused?.code == .roleMismatch && refused?.conflict == nil)
    }

    @Test func `a disabled account is neither entered nor merged through a link conflict`() async throws {
        let owner = try await signIn("1").view.account.id
        let guest = try await guest()
        let ticket = try #require(await refusal { _ = try await link("1", to: guest) }?.conflict?.ticket)
        try await change(owner, in: app) { [clock = storage.clock] in $0.disabledAt = clock.now }
        for choice in ConflictChoice.allCases {
            let refused = await refusal {
                _ = try await accounts.linking.resolveConflict(choice, with: ticket, of: guest, context: context)
            }
            #expect(refused?.code == .credentialInUse && refused?.conflict == nil)
        }
        for policy in ConflictPolicy.allCases {
            let refused = await refusal { _ = try await link("1", to: guest, onConflict: policy) }
            #expect(refused?.code == .credentialInUse && refused?.conflict == nil)
        }
        #expect(try await accounts.sessions.account(of: guest).isAnonymous)
    }

    @Test func `a disabled account cannot link a credential`() async throws {
        let guest = try await guest()
        let credential = try credential("1", nonce: accounts.providers.issueNonce(for: guest))
        try await change(guest.session.account, in: app) { [clock = storage.clock] in $0.disabledAt = clock.now }
        let refused = await refusal { _ = try await accounts.linking.link(credential, to: guest, context: context) }
        #expect(refused?.code == .userDisabled)
    }

    @Test func `a conflict ticket is valid only in its own session`() async throws {
        _ = try await signIn("2")
        let caller = try await caller(try await signIn("1"))
        let other = try await self.caller(try await signIn("1"))
        let ticket = try #require(await refusal { _ = try await link("2", to: caller) }?.conflict?.ticket)
        let refused = await refusal {
            _ = try await accounts.linking.resolveConflict(.switch, with: ticket, of: other, context: context)
        }
        #expect(refused?.code == .ticketExpired)
        #expect(
            try await accounts.linking.resolveConflict(.keep, with: ticket, of: caller, context: context).outcome
                == .kept)
    }

    @Test func `a merge that the conflict did not offer is rejected`() async throws {
        let owner = try await signIn("2").view.account
        let caller = try await caller(try await signIn("1"))
        try await insert(
            Identity(
                app: app.id, provider: .google, subject: "g", account: caller.session.account,
                claims: IdentityClaims(), createdAt: storage.clock.now))
        let conflict = try #require(await refusal { _ = try await link("2", to: caller) }?.conflict)
        #expect(conflict.merge == nil)
        try await accounts.linking.unlink(.apple, from: caller, context: context)
        let refused = await refusal {
            _ = try await accounts.linking.resolveConflict(.merge, with: conflict.ticket, of: caller, context: context)
        }
        #expect(refused?.code == .ticketExpired)
        #expect(try await accounts.sessions.account(of: self.caller(try await signIn("2"))).account.id == owner.id)
    }

    @Test(arguments: ConflictPolicy.allCases)
    func `a conflict is recorded for both accounts, a keep decision only for the caller's`(policy: ConflictPolicy)
        async throws
    {
        let owner = try await signIn("1").view.account
        let guest = try await guest()
        _ = await refusal { _ = try await link("1", to: guest, onConflict: policy) }
        for id in [owner.id, guest.session.account] {
            let kinds = try await storage.engine.read { [app] reader throws(StorageError) in
                try reader.events(of: id, in: app.id, limit: 9).map(\.kind)
            }
            #expect(kinds.contains(.linkConflicted))
            #expect(kinds.contains(.linkKept) == (policy == .keep && id != owner.id))
        }
    }

    @Test(arguments: ConflictPolicy.allCases)
    func `linking with a role is rejected if the existing account lacks that role`(policy: ConflictPolicy) async throws
    {
        let owner = try await signIn("1", to: withRoles, role: "A").view.account
        try await change(owner.id, in: withRoles) { $0.role = nil }
        let guest = try await guest(of: withRoles)
        let refused = await refusal { _ = try await link("1", to: guest, role: "A", onConflict: policy) }
        #expect(refused?.code == .roleMismatch && refused?.conflict == nil)
    }

    @Test func `a session that ended before a merge keeps its end reason`() async throws {
        _ = try await signIn("1")
        let guest = try await accounts.signIn.signInAnonymously(to: app, context: context)
        let caller = try await caller(guest)
        var ended = Session(
            id: SessionID("ended"), app: app.id, account: caller.session.account, method: .anonymous,
            policy: app.sessions, at: storage.clock.now)
        ended.end(.signedOut, at: storage.clock.now)
        let token = try accounts.sessions.issuer.tokens(for: ended, accessTokenLifetime: 900, at: storage.clock.now)
            .accessToken
        try await storage.engine.write { [ended] transaction throws(StorageError) in
            try transaction.insertSession(ended)
        }
        _ = try await link("1", to: caller, onConflict: .merge)
        for (token, reason) in [
            (token, Session.EndReason.signedOut), (try guest.tokens(accounts).accessToken, .merged),
        ] {
            let refused = await refusal {
                _ = try await accounts.sessions.authenticate(token, app: app, apps: AppDirectory([app]))
            }
            #expect(refused?.code == .sessionEnded && refused?.reason == reason.refusal.reason)
        }
    }

    @Test(
        arguments: [
            ([:], [:], ["nom", "prenom"], nil), (["nom": "User"], [:], ["prenom"], nil),
            (["nom": "User"], ["prenom": ""], ["prenom"], nil), (["nom": "User"], ["prenom": "Test"], nil, nil),
            ([:], ["nom": "User", "prenom": "Test", "ville": "Lyon"], nil, nil),
            (["nom": "Guest", "prenom": "Test"], ["nom": "User"], nil, nil),
            (["nom": "User", "prenom": "Test"], ["isAdmin": "yes"], nil, "profile"),
            (["nom": "User", "prenom": "Test"], ["nom": 1], nil, "profile.nom"),
        ] as [(JSONObject, JSONObject, [String]?, String?)])
    func `a guest's upgrade requires the same profile fields as a registration`(
        before: JSONObject, given: JSONObject, missing: [String]?, field: String?
    ) async throws {
        let guest = try await guest(of: withForm)
        try await change(guest.session.account, in: withForm) { $0.profile.fields = before }
        var profile: JSONObject?
        let refused = await refusal {
            profile = try await link("1", to: guest, profile: given).view.account.profile.fields
        }
        #expect(refused?.missing == missing && refused?.field == field)
        #expect(refused?.code == (missing != nil ? .profileIncomplete : field != nil ? .invalidRequest : nil))
        var merged = before
        for member in given.members { merged[member.name] = member.value }
        #expect(profile == (refused == nil ? merged : nil))
        #expect(try await accounts.sessions.account(of: guest).isAnonymous == (refused != nil))
    }

    @Test func `a link with profile fields is rejected for an account that is not a guest`() async throws {
        let caller = try await caller(try await signIn("1"))
        try await insert(
            Identity(
                app: app.id, provider: .google, subject: "g", account: caller.session.account,
                claims: IdentityClaims(), createdAt: storage.clock.now))
        try await accounts.linking.unlink(.apple, from: caller, context: context)
        let refused = await refusal { _ = try await link("2", to: caller, profile: ["nom": "User"]) }
        #expect(refused?.code == .invalidRequest && refused?.field == "profile")
        #expect(try await link("3", to: caller).outcome == .linked)
    }

    @Test func `a signed-out or disabled user cannot unlink an identity`() async throws {
        let disabled = try await caller(try await signIn("1"))
        try await change(disabled.session.account, in: app) { [clock = storage.clock] in $0.disabledAt = clock.now }
        let signedOut = try await caller(try await signIn("2"))
        try await accounts.sessions.endSession(signedOut.session.id, of: signedOut, context: context)
        for (caller, code) in [(disabled, AuthError.Code.userDisabled), (signedOut, .sessionEnded)] {
            try await insert(
                Identity(
                    app: app.id, provider: .google, subject: "g \(code.rawValue)", account: caller.session.account,
                    claims: IdentityClaims(), createdAt: storage.clock.now))
            let refused = await refusal { try await accounts.linking.unlink(.apple, from: caller, context: context) }
            #expect(refused?.code == code)
            #expect(try await accounts.sessions.account(of: caller).identities.count == 2)
        }
    }

    private func insert(_ identity: Identity) async throws {
        try await storage.engine.write { transaction throws(StorageError) in try transaction.insert(identity) }
    }

    @Test func `a merge has the result that its preview showed`() async throws {
        let owner = try await signIn("1").view.account
        try await change(owner.id, in: app) { $0.profile.fields = ["name": "Test User 1", "city": "Lyon"] }
        let guest = try await guest()
        try await change(guest.session.account, in: app) { $0.profile.fields = ["name": "Guest", "food": "soup"] }
        let conflict = try #require(await refusal { _ = try await link("1", to: guest) }?.conflict)
        let plan = try #require(conflict.merge)
        #expect(plan.overridden == ["name"] && conflict.account.account.id == owner.id)
        #expect(plan.result.account.profile.fields == ["name": "Test User 1", "city": "Lyon", "food": "soup"])
        let result = try await accounts.linking.resolveConflict(
            .merge, with: conflict.ticket, of: guest, context: context)
        #expect(result.view.account.profile == plan.result.account.profile)
        #expect(result.view.identities == plan.result.identities)
    }

    @Test func `provider tokens are stored with their identity even if the link is rejected`() async throws {
        let owner = try await signIn("1").view.account
        apple.answer(.tokens(subject: "1", refreshToken: "r1"))
        _ = await refusal { _ = try await link("1", to: try await guest(), code: "c1") }
        #expect(try await tokens(of: owner) == 1)
        apple.answer(.tokens(subject: "2", refreshToken: "r2"))
        let linked = try await link("2", to: try await guest(), code: "c2")
        #expect(try await tokens(of: linked.view.account) == 1)
    }

    @Test func `linking in a stale session exchanges no code and uses up no nonce`() async throws {
        let caller = try await caller(try await signIn("1"))
        storage.clock.advance(by: StepUp.window + 1)
        let stale = Caller(app: app, session: caller.session, checkedAt: storage.clock.now)
        let credential = try credential("1", nonce: accounts.providers.issueNonce(for: stale), code: "c1")
        let refused = await refusal { _ = try await accounts.linking.link(credential, to: stale, context: context) }
        #expect(refused?.code == .reauthenticationRequired && apple.exchanges.isEmpty)
        var session = stale.session
        session.authTime = storage.clock.now
        let fresh = Caller(app: app, session: session, checkedAt: storage.clock.now)
        #expect(try await accounts.linking.link(credential, to: fresh, context: context).outcome == .linked)
    }

    @Test func `a link without a nonce is rejected`() async throws {
        let guest = try await guest()
        let bare = ProviderCredential(provider: .apple, idToken: try apple.token("1"), nonce: nil)
        #expect(
            await refusal { _ = try await accounts.linking.link(bare, to: guest, context: context) }?.code
                == .invalidNonce)
    }
}
