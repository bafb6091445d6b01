import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

struct TransferTests {
    private let storage: TestStorage
    private let accounts: Services
    private let app: App
    private static let relay = TransferredUser(
        subject: "002.b.2", email: "new@privaterelay.appleid.com", isPrivateEmail: true)

    init() async throws {
        storage = try TestStorage()
        app = App(
            id: try #require(AppID("couple")),
            providers: [.apple: ProviderSettings(clientIDs: [AppleDouble.native], defaultNonceForm: .raw)])
        accounts = try await .test(storage, AppleDouble(serving: app.id, clock: storage.clock))
        for (id, subject) in [("u1", "001.a.1"), ("u3", "003.c.3")] {
            let text = """
                {"id": "\(id)", "identities": [{"provider": "apple", "subject": "\(subject)", \
                "email": "old@privaterelay.appleid.com", "emailVerified": true, "privateEmail": true, \
                "givenName": "Test"}]}
                """
            let line = try #require(ImportLine(Array(text.utf8), number: 1, app: app, now: storage.clock.now))
            _ = try await accounts.imports.importAccounts(
                [line], into: app, context: RequestContext(requestID: "import"))
        }
        let token = SealedProviderToken(
            app: app.id, provider: .apple, subject: "001.a.1", clientID: AppleDouble.native, sealed: [1])
        try await storage.engine.write { transaction throws(StorageError) in try transaction.put(token) }
    }

    private func identities(_ account: String) async throws -> [Identity] {
        let app = app.id
        return try await storage.engine.read { reader throws(StorageError) in
            try reader.identities(of: AccountID(account), in: app)
        }
    }

    @Test func `a transfer changes only the subject and the relay email address`() async throws {
        let before = try await identities("u1")
        #expect(try await accounts.imports.transfer("001.a.1", to: Self.relay, in: app) == .changed)
        let identity = try #require(try await identities("u1").first)
        #expect(identity.subject == "002.b.2" && identity.createdAt == before.first?.createdAt)
        #expect(identity.claims.email == Self.relay.email && identity.claims.isPrivateEmail)
        #expect(identity.claims.givenName == "Test")
    }

    @Test func `a transfer removes the old team's refresh token`() async throws {
        _ = try await accounts.imports.transfer("001.a.1", to: Self.relay, in: app)
        let app = app.id
        let tokens = try await storage.engine.read { reader throws(StorageError) in
            try reader.providerTokens(of: AccountID("u1"), in: app)
        }
        #expect(tokens == [])
    }

    @Test func `a transfer without an email address leaves the known one`() async throws {
        _ = try await accounts.imports.transfer("001.a.1", to: TransferredUser(subject: "002.b.2"), in: app)
        #expect(try await identities("u1").first?.claims.email == "old@privaterelay.appleid.com")
    }

    @Test func `a repeated transfer changes nothing, and an unknown subject is reported`() async throws {
        _ = try await accounts.imports.transfer("001.a.1", to: Self.relay, in: app)
        #expect(try await accounts.imports.transfer("001.a.1", to: Self.relay, in: app) == .unchanged)
        #expect(
            try await accounts.imports.transfer("009.z.9", to: TransferredUser(subject: "1"), in: app) == .unknown)
    }

    @Test func `a new subject that already has an account is a conflict and changes nothing`() async throws {
        let outcome = try await accounts.imports.transfer("001.a.1", to: TransferredUser(subject: "003.c.3"), in: app)
        #expect(outcome == .conflict(AccountID("u1"), AccountID("u3")))
        #expect(try await identities("u1").map(\.subject) == ["001.a.1"])
    }
}
