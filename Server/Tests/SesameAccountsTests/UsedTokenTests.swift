import Foundation
import SesameCore
import SesameTokens
import SesameWire
import Testing

@testable import SesameAccounts

struct UsedTokenTests {
    @Test(arguments: [(-0.001, false), (0, true), (60, true), (60.001, false)])
    func `a use can be repeated for a minute`(seconds: TimeInterval, isRepeatable: Bool) throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let used = UsedToken(
            key: UsedToken.Key(digest: [1], expiresAt: now + 600), app: try #require(AppID("couple")),
            session: SessionID("s"), repeatableUntil: now + UsedToken.grace)
        #expect(used.isRepeatable(at: now + seconds) == isRepeatable)
    }

    @Test func `a use with a nonce cannot be repeated`() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let used = UsedToken(
            key: UsedToken.Key(digest: [1], expiresAt: now + 600), app: try #require(AppID("couple")),
            session: SessionID("s"), repeatableUntil: nil)
        #expect(!used.isRepeatable(at: now))
    }

    @Test func `two concurrent uses of a token start one session, even if one overtakes the other`() async throws {
        let storage = try TestStorage()
        let settings = ProviderSettings(clientIDs: [AppleDouble.native], defaultNonceForm: .sha256Hex)
        let app = App(id: try #require(AppID("couple")), providers: [.apple: settings])
        let apple = AppleDouble(serving: app.id, clock: storage.clock)
        let overtaking = Locked<(@Sendable () async -> Void)?>(nil)
        let overtaken = InterceptedStorage(engine: storage.engine) {
            let overtaking = overtaking.withLock { overtaking in
                defer { overtaking = nil }
                return overtaking
            }
            await overtaking?()
        }
        let accounts = try await Services.test(storage, apple, through: overtaken)
        let credential = ProviderCredential(provider: .apple, idToken: try apple.token("person"), nonce: nil)
        let first = Locked<SignIn?>(nil)
        overtaking.withLock {
            $0 = {
                storage.clock.advance(by: 0.001)
                let signIn = try? await accounts.signIn.signIn(
                    with: credential, to: app, context: RequestContext(requestID: "first"))
                first.withLock { $0 = signIn }
            }
        }
        let second = try await accounts.signIn.signIn(
            with: credential, to: app, context: RequestContext(requestID: "second"))
        #expect(try #require(first.withLock { $0 }).session.id == second.session.id)
    }
}
