import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// Tests of the cases in which a user's consent at a provider is revoked, and of those in which it is not.
struct ConsentRevocationTests {
    private let storage: TestStorage
    private let apple: AppleDouble
    private let accounts: Services
    private let runner: JobRunner
    private let app: App
    private let context = RequestContext(requestID: "test")

    init() async throws {
        storage = try TestStorage()
        let settings = ProviderSettings(clientIDs: [AppleDouble.native, AppleDouble.web], defaultNonceForm: .sha256Hex)
        app = App(id: try #require(AppID("couple")), providers: [.apple: settings], allowsAnonymous: true)
        apple = AppleDouble(serving: app.id, clock: storage.clock)
        accounts = try await Services.test(storage, apple)
        runner = JobRunner(
            storage: storage.engine, environment: storage.environment,
            queues: accounts.maintenance.queues,
            intervals: [:], report: { _, _ in })
    }

    /// Signs in with a code that Apple exchanges for the given refresh token.
    private func signIn(_ subject: String, _ token: String, clientID: String = AppleDouble.native) async throws
        -> Caller
    {
        apple.answer(.tokens(subject: subject, refreshToken: token))
        let result = try await accounts.signIn.signIn(
            with: try credential(subject, nonce: accounts.providers.issueNonce(for: app), clientID: clientID), to: app,
            context: context)
        return try await accounts.sessions.authenticate(
            result.tokens(accounts).accessToken, app: app, apps: AppDirectory([app]))
    }

    private func link(_ subject: String, _ token: String, to caller: Caller) async throws {
        apple.answer(.tokens(subject: subject, refreshToken: token))
        _ = try await accounts.linking.link(
            try credential(subject, nonce: accounts.providers.issueNonce(for: caller)), to: caller, context: context)
    }

    private func credential(
        _ subject: String, nonce: Secret, clientID: String = AppleDouble.native
    ) throws -> ProviderCredential {
        ProviderCredential(
            provider: .apple, idToken: try apple.token(subject, nonce: Nonce(nonce).sha256Hex, clientID: clientID),
            nonce: nonce, code: Secret("c"))
    }

    /// Stores a Google identity for the caller's account, as a second sign-in method.
    private func addGoogle(to caller: Caller) async throws {
        let identity = Identity(
            app: app.id, provider: .google, subject: "g", account: caller.session.account, claims: IdentityClaims(),
            createdAt: storage.clock.now)
        try await storage.engine.write { transaction throws(StorageError) in try transaction.insert(identity) }
    }

    /// Runs the due jobs, and returns the refresh tokens revoked so far, sorted, each with its client id.
    private func revoked() async throws -> [String] {
        _ = try await runner.runDue()
        return apple.revoked.sorted()
    }

    @Test func `unlinking an identity revokes its consents and no others`() async throws {
        _ = try await signIn("2", "other")
        let caller = try await signIn("1", "a")
        _ = try await signIn("1", "b", clientID: AppleDouble.web)
        try await addGoogle(to: caller)
        #expect(try await revoked() == [])
        try await accounts.linking.unlink(.apple, from: caller, context: context)
        #expect(try await revoked() == ["a \(AppleDouble.native)", "b \(AppleDouble.web)"])
        #expect(try await runner.runDue() == 0)
    }

    @Test func `deleting an account revokes its consents`() async throws {
        let caller = try await signIn("1", "a")
        _ = try await accounts.deletion.deleteAccount(of: caller, context: context)
        #expect(try await revoked() == ["a \(AppleDouble.native)"])
    }

    @Test func `the consent of a rejected link is revoked an hour later`() async throws {
        let caller = try await signIn("1", "a")
        await #expect(throws: AccountError.self) { try await link("2", "b", to: caller) }
        storage.clock.advance(by: ConsentRevocation.patience - 1)
        #expect(try await revoked() == [])
        storage.clock.advance(by: 1)
        #expect(try await revoked() == ["b \(AppleDouble.native)"])
    }

    @Test func `a successful sign-in after a rejected link preserves the consent`() async throws {
        let caller = try await signIn("1", "a")
        await #expect(throws: AccountError.self) { try await link("2", "b", to: caller) }
        _ = try await signIn("2", "c")
        storage.clock.advance(by: ConsentRevocation.patience)
        #expect(try await revoked() == [])
    }

    @Test func `a rejected link leaves the consent of the account that owns the identity`() async throws {
        let guest = try await accounts.signIn.signInAnonymously(to: app, context: context)
        _ = try await signIn("1", "a")
        let caller = try await accounts.sessions.authenticate(
            guest.tokens(accounts).accessToken, app: app, apps: AppDirectory([app]))
        await #expect(throws: AccountError.self) { try await link("1", "b", to: caller) }
        storage.clock.advance(by: ConsentRevocation.patience)
        #expect(try await revoked() == [])
    }

    @Test func `consents from a rejected confirmation and a rejected sign-in are revoked`() async throws {
        let caller = try await signIn("1", "a")
        apple.answer(.tokens(subject: "2", refreshToken: "b"))
        let stranger = try credential("2", nonce: accounts.providers.issueNonce(for: app))
        await #expect(throws: AccountError.self) {
            _ = try await accounts.account.reauthenticate(caller, with: stranger, context: context)
        }
        let withRoles = App(id: app.id, providers: app.providers, roles: ["A"])
        apple.answer(.tokens(subject: "3", refreshToken: "c"))
        let newcomer = try credential("3", nonce: accounts.providers.issueNonce(for: withRoles))
        await #expect(throws: AccountError.self) {
            _ = try await accounts.signIn.signIn(with: newcomer, to: withRoles, context: context)
        }
        storage.clock.advance(by: ConsentRevocation.patience)
        #expect(try await revoked() == ["b \(AppleDouble.native)", "c \(AppleDouble.native)"])
    }

    @Test func `a revocation is retried while Apple is down, but not forever`() async throws {
        _ = try await accounts.deletion.deleteAccount(of: try await signIn("1", "a"), context: context)
        apple.setDown(true)
        #expect(try await revoked() == [])
        apple.setDown(false)
        storage.clock.advance(by: 10)
        #expect(try await revoked() == ["a \(AppleDouble.native)"])
        var job = try ConsentRevocation(
            SealedProviderToken(
                app: app.id, provider: .apple, subject: "1", clientID: "client", sealed: [])
        ).job(dueAt: storage.clock.now)
        job.failures = ConsentRevocation.maxFailures
        try await accounts.providers.revokeConsent(job)
    }
}
