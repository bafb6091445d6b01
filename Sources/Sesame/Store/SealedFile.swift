import Crypto
import Foundation
import SesameCore

/// A file that is encrypted with AES-256-GCM, readable only by its owner, and replaced as a whole.
struct SealedFile {
    /// The largest file that is read, in bytes; Sesame's files are smaller.
    static let maxBytes = 262_144

    let path: String
    /// The file's key, which is stored elsewhere.
    let key: any StorageKey
    /// The file's purpose and owner. It is authenticated with the content, so that one file cannot replace another.
    let label: String

    /// The result of reading a file.
    enum Content {
        /// The file does not exist.
        case none
        /// The decrypted bytes.
        case opened([UInt8])
        /// The file is damaged, or was encrypted with another key or for another label.
        case damaged
        /// The file's key is missing.
        case keyless
    }

    /// Returns the decrypted bytes; nil if the file does not exist. Throws `storageUnavailable` if the file is damaged
    /// or its key is missing.
    func read() throws(AuthError) -> [UInt8]? {
        switch try content() {
        case .none: return nil
        case .opened(let bytes): return bytes
        case .damaged: throw .damaged
        case .keyless: throw .keyless
        }
    }

    /// Reads and decrypts the file. A file or key that is temporarily unreadable is an error, not damage.
    func content() throws(AuthError) -> Content {
        guard let sealed = try DiskFile.read(path, maxBytes: Self.maxBytes) else { return .none }
        guard let key = try key.load() else { return .keyless }
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Data(label.utf8))
        else { return .damaged }
        return .opened(Array(bytes))
    }

    /// Encrypts the bytes and replaces the file's content; when this returns, it is on the disk. Throws
    /// `invalidRequest` if the encrypted content exceeds ``maxBytes``.
    func write(_ bytes: [UInt8]) throws(AuthError) {
        try DiskFile.makeFolder((path as NSString).deletingLastPathComponent)
        let key = try key.loadOrMake()
        let box = try? AES.GCM.seal(bytes, using: key, authenticating: Data(label.utf8))
        guard let sealed = box?.combined else { throw AuthError(.storageUnavailable, "the data cannot be encrypted") }
        guard sealed.count <= Self.maxBytes else { throw AuthError(.invalidRequest, "the data is too large to store") }
        try DiskFile.replace(path, with: Array(sealed))
    }

    /// Returns a safe file name for an arbitrary name: the first 128 bits of its SHA-256 digest in hexadecimal.
    static func name(for name: String) -> String {
        SHA256.hash(data: Data(name.utf8)).prefix(16).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }.joined()
    }
}

extension AuthError {
    static let keyless = AuthError(.storageUnavailable, "the key of the stored data is missing")
    static let damaged = AuthError(
        .storageUnavailable, "the stored data is damaged, or was encrypted with another key or for another user")
}
