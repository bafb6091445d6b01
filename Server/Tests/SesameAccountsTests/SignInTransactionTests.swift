import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

struct SignInTransactionTests {
    private let storage: TestStorage
    private let app: App
    private let cipher: ProviderTokenCipher
    private let codes: OneTimeCodeCipher
    private let buckets: AccountBuckets
    /// The expiry of all test tokens, fixed at one hour after the start of the test.
    private let expiry: Date

    init() throws {
        storage = try TestStorage()
        expiry = storage.clock.now.addingTimeInterval(3600)
        app = try #require(TestApp.make())
        cipher = try .test()
        codes = try .test()
        buckets = AccountBuckets(key: try MasterKey.test().key(for: .accountBuckets))
    }

    /// Returns a transaction that signs in the user of a verified Google token.
    private func attempt(
        _ subject: String = "1", token: UInt8 = 1, nonce: UsedNonce? = nil, role: String? = nil, app: App? = nil
    ) -> SignInTransaction {
        let environment = storage.environment
        var verified = VerifiedIdentity(
            provider: "google", subject: subject, clientID: "client", issuedAt: environment.now,
            expiresAt: expiry, carriesNonce: nonce != nil, tokenDigest: [token])
        verified.email = "test.user@example.com"
        return SignInTransaction(
            app: app ?? self.app, provider: .google,
            verified: FilteredIdentity(verified, from: .google, to: app ?? self.app),
            proof: nonce.map { .nonce($0) } ?? .freshToken, role: role,
            session: SessionSeed(environment, buckets), newAccount: AccountIDEntropy(environment),
            ticket: Secret("tk_" + environment.randomID()), cipher: cipher, codes: codes, notices: nil,
            now: environment.now,
            context: RequestContext(requestID: "test"))
    }

    private func run(_ attempt: SignInTransaction) async throws -> SignInOutcome {
        try await storage.engine.write { transaction throws(StorageError) in try attempt.run(transaction) }
    }

    private func signIn(_ attempt: SignInTransaction) async throws -> SignIn {
        guard case .signedIn(let signIn) = try await run(attempt) else { throw NotSignedIn() }
        return signIn
    }

    private func refusal(_ attempt: SignInTransaction) async throws -> AccountError? {
        guard case .refused(let refusal) = try await run(attempt) else { return nil }
        return refusal
    }

    private struct NotSignedIn: Error {}

    @Test func `concurrent sign-ins with one identity create one account`() async throws {
        let accounts = try await withThrowingTaskGroup(of: AccountID.self) { group in
            for token in 0..<100 {
                group.addTask { try await signIn(attempt("7", token: UInt8(token))).view.account.id }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(accounts.count == 1)
    }

    @Test func `signing in again leaves the creation time and updates the last sign-in time`() async throws {
        let first = try await signIn(attempt(token: 1))
        storage.clock.advance(by: 1000)
        let second = try await signIn(attempt(token: 2))
        #expect((first.isNew, second.isNew) == (true, false))
        #expect(second.view.account.createdAt == first.view.account.createdAt)
        #expect(second.view.account.lastSignInAt == first.view.account.lastSignInAt.addingTimeInterval(1000))
        #expect(second.session.id != first.session.id)
    }

    @Test func `a token used twice within the grace period returns the same session`() async throws {
        let first = try await signIn(attempt(token: 3))
        storage.clock.advance(by: UsedToken.grace)
        let second = try await signIn(attempt(token: 3))
        #expect(second.session == first.session)
    }

    @Test func `a token used after the grace period is rejected`() async throws {
        _ = try await signIn(attempt(token: 3))
        storage.clock.advance(by: UsedToken.grace + 0.001)
        #expect(try await refusal(attempt(token: 3))?.code == .invalidToken)
    }

    @Test func `a token whose session was used is rejected`() async throws {
        var session = try await signIn(attempt(token: 3)).session
        let isNews = session.acknowledge(0)
        #expect(isNews)
        let used = session
        try await storage.engine.write { transaction throws(StorageError) in try transaction.update(used) }
        #expect(try await refusal(attempt(token: 3))?.code == .invalidToken)
    }

    private func nonce() throws -> UsedNonce {
        let nonces = NonceIssuer(key: try MasterKey.test().key(for: .nonces))
        let nonce = nonces.make(for: app.id, random: storage.environment.randomBytes(16), at: storage.clock.now)
        return try #require(nonces.spending(nonce, for: app.id, at: storage.clock.now))
    }

    @Test func `a nonce signs in once`() async throws {
        let nonce = try nonce()
        _ = try await signIn(attempt(token: 1, nonce: nonce))
        #expect(try await refusal(attempt(token: 2, nonce: nonce))?.code == .invalidNonce)
    }

    @Test func `a token that signed in with a nonce is rejected with another one and without one`() async throws {
        _ = try await signIn(attempt(token: 1, nonce: try nonce()))
        #expect(try await refusal(attempt(token: 1, nonce: try nonce()))?.code == .invalidToken)
        #expect(try await refusal(attempt(token: 1))?.code == .invalidToken)
    }

    @Test func `a token that signed in without a nonce is rejected with one`() async throws {
        _ = try await signIn(attempt(token: 1))
        #expect(try await refusal(attempt(token: 1, nonce: try nonce()))?.code == .invalidToken)
    }

    @Test func `deleting the account does not make its token valid again`() async throws {
        let account = try await signIn(attempt(token: 1)).view.account
        try await storage.engine.write { transaction throws(StorageError) in
            try transaction.delete(account.id, in: account.app)
        }
        #expect(try await refusal(attempt(token: 1))?.code == .invalidToken)
    }

    @Test func `a clock that is set back does not reopen the grace period`() async throws {
        _ = try await signIn(attempt(token: 3))
        storage.clock.advance(by: -1)
        #expect(try await refusal(attempt(token: 3))?.code == .invalidToken)
    }

    @Test func `an app without roles rejects a role, an app with roles requires one of its own`() async throws {
        #expect(try await refusal(attempt("8", token: 1, role: "ADMIN"))?.code == .invalidRequest)
        let app = try #require(TestApp.make("castmate", roles: ["ACTEUR"]))
        #expect(try await refusal(attempt("8", token: 2, app: app))?.code == .invalidRequest)
        #expect(try await refusal(attempt("8", token: 3, role: "RECRUTEUR", app: app))?.code == .invalidRequest)
        #expect(try await signIn(attempt("8", token: 4, role: "ACTEUR", app: app)).view.account.role == "ACTEUR")
    }

    @Test func `a disabled account cannot sign in and gets no session`() async throws {
        var account = try await signIn(attempt(token: 1)).view.account
        account.disabledAt = storage.clock.now
        let disabled = account
        try await storage.engine.write { transaction throws(StorageError) in try transaction.update(disabled) }
        #expect(try await refusal(attempt(token: 2))?.code == .userDisabled)
        let sessions = try await storage.engine.read { reader throws(StorageError) in
            try reader.sessions(of: disabled.id, in: disabled.app)
        }
        #expect(sessions.count == 1)
    }

    @Test func `a role other than the account's is rejected`() async throws {
        _ = try await signIn(attempt(token: 1))
        #expect(try await refusal(attempt(token: 2, role: "ACTEUR"))?.code == .roleMismatch)
    }

    @Test func `an app with explicit sign-up returns a ticket and creates no account`() async throws {
        let app = try #require(TestApp.make("castmate", signUp: .explicit))
        let attempt = attempt(app: app)
        let refusal = try #require(try await refusal(attempt))
        #expect(refusal.code == .accountNotFound)
        #expect(refusal.registration?.ticket == attempt.ticket)
        let identity = try await storage.engine.read { reader throws(StorageError) in
            try reader.identity(.google, subject: "1", in: app.id)
        }
        #expect(identity == nil)
    }

    @Test func `claims that a provider leaves out later are preserved`() async throws {
        var first = IdentityClaims(email: "a@example.com", emailVerified: true, givenName: "Test")
        first = IdentityClaims(displayName: "Test User 1").keeping(first)
        #expect(
            first
                == IdentityClaims(
                    email: "a@example.com", emailVerified: true, givenName: "Test", displayName: "Test User 1"))
    }
}
