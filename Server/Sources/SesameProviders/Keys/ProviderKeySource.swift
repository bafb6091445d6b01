import SesameCore
import _CryptoExtras

/// Where the providers take their RSA keys from. Making one takes 50 to 200 ms.
public struct ProviderKeySource: Sendable {
    private let start: @Sendable () -> Task<RSAPrivateKey, any Error>

    /// A new key each time.
    public static let generated = ProviderKeySource(start: generate)

    /// The keys of a small pool in turn, under new key ids: for tests that make many providers.
    public static func reusing(_ count: Int) -> ProviderKeySource {
        let pool = Locked((keys: [Task<RSAPrivateKey, any Error>](), next: 0))
        return ProviderKeySource {
            pool.withLock { pool in
                if pool.keys.count < max(1, count) { pool.keys.append(generate()) }
                defer { pool.next += 1 }
                return pool.keys[pool.next % pool.keys.count]
            }
        }
    }

    /// Begins to make a key, beside the caller's work.
    func begin() -> Task<RSAPrivateKey, any Error> {
        start()
    }

    @Sendable
    private static func generate() -> Task<RSAPrivateKey, any Error> {
        Task.detached(priority: .utility) {
            RSAPrivateKey(key: try _RSA.Signing.PrivateKey(keySize: .bits2048))
        }
    }
}
