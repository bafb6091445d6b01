package import Foundation
import SesameWire
import _CryptoExtras

/// The source of the providers' RSA keys. Generating a key takes 50 to 200 ms.
package struct ProviderKeySource: Sendable {
    private let start: @Sendable () -> Task<RSAPrivateKey, any Error>

    /// A source that generates a new key for each request.
    package static let generated = ProviderKeySource(start: generate)

    /// Returns a source that generates `count` keys and then returns them in turn, for tests that create many
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

    /// Returns a source that reads its keys from numbered files in a folder and creates missing ones, for programs that
    /// start often.
    ///
    /// - Parameter folder: The folder, which must exist. Several programs may use it at the same time.
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

    /// Saves a key atomically and readable only by its owner, so that no reader sees an incomplete file.
    private static func keep(_ key: RSAPrivateKey, as file: URL) throws {
        let new = file.appendingPathExtension(UUID().uuidString)
        try key.key.derRepresentation.write(to: new)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: new.path)
        guard rename(new.path, file.path) == 0 else { throw ProviderError(.keys, "\(file.path) cannot be written") }
    }

    /// Starts to read or generate the next key in the background, and returns the task.
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
