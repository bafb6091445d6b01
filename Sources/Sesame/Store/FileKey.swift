import Crypto
import Foundation
import SesameCore

/// The key of ``EncryptedFileSessionStore``: 32 random bytes in a file that only its owner can read.
enum FileKey {
    /// The key; nil when there is no such file.
    static func load(_ path: String) throws(AuthError) -> SymmetricKey? {
        guard let bytes = try DiskFile.readPrivate(path, byteLimit: 1_024) else { return nil }
        guard bytes.count == 32 else {
            throw AuthError(.storageUnavailable, "the key's file does not hold a key of 32 bytes")
        }
        return SymmetricKey(data: bytes)
    }

    /// The key, made when there is none yet. Of several processes that make one, all get the same.
    static func loadOrMake(_ path: String) throws(AuthError) -> SymmetricKey {
        if let key = try load(path) { return key }
        try DiskFile.makeFolder((path as NSString).deletingLastPathComponent)
        try DiskFile.create(path, with: SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
        guard let key = try load(path) else {
            throw AuthError(.storageUnavailable, "the key's file has been removed as soon as it was made")
        }
        return key
    }
}
