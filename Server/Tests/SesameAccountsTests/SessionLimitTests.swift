import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

struct SessionLimitTests {
    private let storage: TestStorage
    private let apple: AppleDouble
    private let accounts: Services
    private let app: App
    private let context = RequestContext(requestID: "test")

    init() async throws {
        storage = try TestStorage()
        let settings = ProviderSettings(clientIDs: [AppleDouble.native], defaultNonceForm: .sha256Hex)
        app = App(
            id: try #require(AppID("couple")), providers: [.apple: settings], sessions: SessionPolicy(maxSessions: 3))
        apple = AppleDouble(serving: app.id, clock: storage.clock)
        accounts = try await .test(storage, apple)
    }

    private func signIn(_ subject: String) async throws -> SignIn {
        let nonce = accounts.providers.issueNonce(for: app)
        let token = try apple.token(subject, nonce: Nonce(nonce).sha256Hex)
        storage.clock.advance(by: 1)
        return try await accounts.signIn.signIn(
            with: ProviderCredential(provider: .apple, idToken: token, nonce: nonce), to: app, context: context)
    }

    private func refusal(_ result: SignIn) async -> String? {
        do throws(AccountError) {
            _ = try await accounts.sessions.authenticate(
                result.tokens(accounts).accessToken, app: app, apps: AppDirectory([app]))
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `a session beyond the limit ends only the same user's oldest session`() async throws {
        let other = try await signIn("other")
        var results: [SignIn] = []
        for _ in 0..<3 { results.append(try await signIn("person")) }
        for result in results { #expect(await refusal(result) == nil) }
        results.append(try await signIn("person"))
        #expect(await refusal(results[0]) == "the session was replaced by another one")
        for result in results.dropFirst() { #expect(await refusal(result) == nil) }
        #expect(await refusal(other) == nil)
        let (account, app) = (results[0].view.account.id, app.id)
        let events = try await storage.engine.read { reader throws(StorageError) in
            try reader.events(of: account, in: app, limit: 20)
        }
        #expect(events.filter { $0.kind == .sessionReplaced }.map(\.session) == [results[0].session.id])
    }

    @Test func `ended sessions do not count toward the limit`() async throws {
        let results = [try await signIn("person"), try await signIn("person"), try await signIn("person")]
        let caller = try await accounts.sessions.authenticate(
            results[1].tokens(accounts).accessToken, app: app, apps: AppDirectory([app]))
        try await accounts.sessions.endSession(results[1].session.id, of: caller, context: context)
        _ = try await signIn("person")
        for result in [results[0], results[2]] { #expect(await refusal(result) == nil) }
    }
}
