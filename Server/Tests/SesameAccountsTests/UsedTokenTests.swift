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
        let overtaken = OvertakenStorage(engine: storage.engine)
        let accounts = try await Services.test(storage, apple, through: overtaken)
        let credential = ProviderCredential(provider: .apple, idToken: try apple.token("person"), nonce: nil)
        let first = Locked<SignIn?>(nil)
        overtaken.overtake {
            storage.clock.advance(by: 0.001)
            let signIn = try? await accounts.signIn.signIn(
                with: credential, to: app, context: RequestContext(requestID: "first"))
            first.withLock { $0 = signIn }
        }
        let second = try await accounts.signIn.signIn(
            with: credential, to: app, context: RequestContext(requestID: "second"))
        #expect(try #require(first.withLock { $0 }).session.id == second.session.id)
    }
}

/// A storage that runs a closure before the next write, for example a competing sign-in.
private final class OvertakenStorage: Storage {
    private let engine: any Storage
    private let waiting = Locked<(@Sendable () async -> Void)?>(nil)

    init(engine: any Storage) {
        self.engine = engine
    }

    var isDamaged: Bool { engine.isDamaged }

    func overtake(_ body: @escaping @Sendable () async -> Void) {
        waiting.withLock { $0 = body }
    }

    func read<Value: Sendable>(
        _ body: @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await engine.read(body)
    }

    func scan<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await engine.scan(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let overtaking = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        await overtaking?()
        return try await engine.write(body)
    }
}
