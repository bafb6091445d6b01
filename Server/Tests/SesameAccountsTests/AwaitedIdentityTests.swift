import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// Tests of imported users known only by an email address: the cases in which a provider's identity is recognized as
/// theirs, and especially the cases in which it is not.
struct AwaitedIdentityTests {
    private struct Address: Sendable {
        var email: String? = "Test.User.1@gmail.com"
        var isVerified = true
        var isAuthoritative = true
        var isPrivate = false
    }

    private let storage: TestStorage
    private let app: App

    init() async throws {
        storage = try TestStorage()
        let google = ProviderSettings(clientIDs: ["client"], defaultNonceForm: .raw)
        app = App(
            id: try #require(AppID("castmate")), providers: [.google: google, .apple: google], signUp: .explicit,
            roles: ["ACTEUR"])
        let accounts = try await Services.test(storage, AppleDouble(serving: app.id, clock: storage.clock))
        let line = try #require(
            ImportLine(
                Array(
                    """
                    {"id": "actor", "role": "ACTEUR", "identities": [{"provider": "google", \
                    "email": "test.user.1@gmail.com", "emailVerified": true, "givenName": "Test"}]}
                    """.utf8), number: 1, app: app, now: storage.clock.now))
        let report = try await accounts.imports.importAccounts(
            [line], into: app, context: RequestContext(requestID: "import"))
        try #require(report.added == 1)
    }

    private func signIn(
        _ subject: String, _ address: Address = Address(), provider: Provider = .google
    ) async throws -> AccountID? {
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
            proof: .flow, role: nil, session: try .test(at: environment), newAccount: AccountIDEntropy(environment),
            ticket: Secret("tk_" + environment.randomID()), cipher: try .test(), codes: try .test(), notices: nil,
            now: environment.now,
            context: RequestContext(requestID: "test"))
        let outcome = try await storage.engine.write { transaction throws(StorageError) in
            try attempt.run(transaction)
        }
        if case .signedIn(let signIn) = outcome { return signIn.view.account.id }
        return nil
    }

    @Test func `an imported user is recognized by email address, and by subject from then on`() async throws {
        #expect(try await signIn("1") == AccountID("actor"))
        #expect(try await signIn("1", Address(email: nil)) == AccountID("actor"))
        let app = app.id
        let identities = try await storage.engine.read { reader throws(StorageError) in
            try reader.identities(of: AccountID("actor"), in: app)
        }
        #expect(identities.map(\.subject) == ["1"] && identities.first?.claims.givenName == "Test")
    }

    @Test func `a second identity with the same email address is not recognized`() async throws {
        #expect(try await signIn("1") == AccountID("actor"))
        #expect(try await signIn("2") == nil)
    }

    @Test func `an identity whose email address does not count or match is not recognized`() async throws {
        for address in [
            Address(isVerified: false), Address(isAuthoritative: false), Address(isPrivate: true),
            Address(email: "test.user.2@gmail.com"), Address(email: nil),
        ] {
            #expect(try await signIn("1", address) == nil, "\(address)")
        }
        #expect(try await signIn("1", provider: .apple) == nil)
    }

    @Test func `an identity of a development provider is not recognized`() async throws {
        #expect(try await signIn("development:1") == nil)
    }
}
