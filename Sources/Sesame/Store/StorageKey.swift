package import Crypto
import Foundation
package import SesameCore

/// A storage for the key of encrypted files.
package protocol StorageKey: Sendable {
    /// Returns the key; nil if none is stored.
    func load() throws(AuthError) -> SymmetricKey?

    /// Returns the key, and creates it if none is stored. Processes that do so at the same time get the same key.
    func loadOrMake() throws(AuthError) -> SymmetricKey
}

/// A key of 32 random bytes in a file that only its owner can read.
struct KeyFile: StorageKey {
    let path: String

    func load() throws(AuthError) -> SymmetricKey? {
        guard let bytes = try DiskFile.readPrivate(path, maxBytes: 1_024) else { return nil }
        guard bytes.count == 32 else {
            throw AuthError(.storageUnavailable, "the key file does not contain a 32-byte key")
        }
        return SymmetricKey(data: bytes)
    }

    func loadOrMake() throws(AuthError) -> SymmetricKey {
        if let key = try load() { return key }
        try DiskFile.makeFolder((path as NSString).deletingLastPathComponent)
        try DiskFile.create(path, with: SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
        guard let key = try load() else {
            throw AuthError(.storageUnavailable, "the key file was removed as soon as it was created")
        }
        return key
    }
}
