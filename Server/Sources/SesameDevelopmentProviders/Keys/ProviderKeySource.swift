package import Foundation
import SesameWire
import _CryptoExtras

/// The source of the providers' RSA keys. Creating one takes 50 to 200 ms.
package struct ProviderKeySource: Sendable {
    private let start: @Sendable () -> Task<RSAPrivateKey, any Error>

    /// A source that generates a new key each time.
    package static let generated = ProviderKeySource(start: generate)

    /// Returns a source that reuses a small pool of keys in turn, under new key ids, for tests that create many
    /// providers.
    package static func reusing(_ count: Int) -> ProviderKeySource {
        let pool = Locked((keys: [Task<RSAPrivateKey, any Error>](), next: 0))
        return ProviderKeySource {
            pool.withLock { pool in
                if pool.keys.count < max(1, count) { pool.keys.append(generate()) }
                defer { pool.next += 1 }
                return pool.keys[pool.next % pool.keys.count]
            }
        }
    }

    /// Returns a source that uses the keys of a folder in turn and creates missing ones, for programs that start often.
    ///
    /// - Parameter folder: The folder, which must exist. Several programs may use it at a time.
    package static func kept(in folder: URL) -> ProviderKeySource {
        let count = Locked(0)
        return ProviderKeySource {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return Task.detached(priority: .utility) {
                let file = folder.appendingPathComponent("\(number).der")
                if let kept = try? Data(contentsOf: file) {
                    return RSAPrivateKey(key: try _RSA.Signing.PrivateKey(derRepresentation: kept))
                }
                let key = try make()
                try keep(key, as: file)
                return key
            }
        }
    }

    /// Saves a key atomically, so that a reader sees the whole file or none.
    private static func keep(_ key: RSAPrivateKey, as file: URL) throws {
        let new = file.appendingPathExtension(UUID().uuidString)
        try key.key.derRepresentation.write(to: new)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: new.path)
        guard rename(new.path, file.path) == 0 else { throw ProviderError(.keys, "\(file.path) cannot be written") }
    }

    /// Starts to create a key in the background.
    func begin() -> Task<RSAPrivateKey, any Error> {
        start()
    }

    @Sendable
    private static func generate() -> Task<RSAPrivateKey, any Error> {
        Task.detached(priority: .utility) { try make() }
    }

    private static func make() throws -> RSAPrivateKey {
        RSAPrivateKey(key: try _RSA.Signing.PrivateKey(keySize: .bits2048))
    }
}
