import Foundation
import SesameSQLite
import SesameWire

@testable import SesameAccounts

/// A clock that only a test advances.
final class ManualClock: Sendable {
    private let seconds = Locked(1_800_000_000.0)

    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

    func advance(by interval: TimeInterval) {
        seconds.withLock { $0 += interval }
    }
}

/// A real SQLite database in its own temporary folder, which the deinitializer deletes.
final class TestStorage: Sendable {
    let engine: SQLiteStorage
    let clock = ManualClock()
    private let folder: String

    /// Creates the database in a new temporary folder.
    ///
    /// - Parameter options: The limits and observers of the engine.
    init(_ options: SQLiteOptions = SQLiteOptions()) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)").path
        engine = try SQLiteStorage(folder: folder, options: options)
    }

    deinit {
        engine.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    var environment: SesameAccounts.RuntimeEnvironment {
        SesameAccounts.RuntimeEnvironment(clock: { [clock] in clock.now })
    }
}

/// A storage that runs a closure before each write. The closure may throw in its place.
final class InterceptedStorage: Storage {
    private let engine: any Storage
    private let intercept: @Sendable () async throws(StorageError) -> Void

    init(engine: any Storage, _ intercept: @escaping @Sendable () async throws(StorageError) -> Void) {
        self.engine = engine
        self.intercept = intercept
    }

    var isDamaged: Bool { engine.isDamaged }

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
        try await intercept()
        return try await engine.write(body)
    }
}

/// A factory of test apps in which guests can sign in.
enum TestApp {
    static func make(
        _ name: String = "couple", signUp: SignUpPolicy = .implicit, roles: [String] = [],
        profile: ProfileSchema = ProfileSchema()
    ) -> App? {
        AppID(name).map { App(id: $0, allowsAnonymous: true, signUp: signUp, roles: roles, profile: profile) }
    }
}

extension RateLimiter {
    /// Returns a limiter whose clock stands still. On a busy machine a test may take as long as a limit's shortest
    /// wait.
    static func frozen() -> RateLimiter {
        let now = ContinuousClock.now
        return RateLimiter(now: { now })
    }
}

extension Services {
    /// Returns the services of a server that accepts the tokens of the Apple test double.
    ///
    /// - Parameter database: A wrapper of the database; nil for none.
    static func test(
        _ storage: TestStorage, _ apple: AppleDouble, through database: (any Storage)? = nil,
        limiter: RateLimiter? = nil, observe: @escaping @Sendable (MetricsEvent) -> Void = { _ in }
    ) async throws -> Services {
        let masterKey = try MasterKey.test()
        let keys = try await KeyRing(
            storage: storage.engine, environment: storage.environment, masterKey: masterKey,
            schedule: KeyRotationSchedule())
        return Services(
            storage: database ?? storage.engine, environment: storage.environment, credentials: try apple.verifier(),
            codes: apple, limiter: limiter, observe: observe, keys: keys, masterKey: masterKey,
            publicURL: "https://sign-in.example.com")
    }
}

extension ProviderTokenCipher {
    static func test() throws -> ProviderTokenCipher {
        ProviderTokenCipher(key: try MasterKey.test().key(for: .providerTokens))
    }
}

extension OneTimeCodeCipher {
    static func test() throws -> OneTimeCodeCipher { OneTimeCodeCipher(key: try MasterKey.test().key(for: .codes)) }
}

extension MasterKey {
    static func test(_ seed: Int = 7) throws -> MasterKey {
        try MasterKey((0..<32).map { UInt8(truncatingIfNeeded: $0 * seed + seed) })
    }
}
