import Crypto
import Foundation
import SesameCore

/// A file that is sealed with AES-256-GCM, readable by its owner only, and replaced as a whole.
struct SealedFile {
    /// More than this is not read: nothing of ours is as large.
    static let byteLimit = 262_144

    /// The path of the file.
    let path: String
    /// Its key, which is not beside the file.
    let key: any StorageKey
    /// The file's purpose and owner. It is authenticated along: so no file can be put in another's place.
    let label: String

    /// The content of a file.
    enum Content {
        /// There is no file.
        case none
        /// The bytes that were written.
        case opened([UInt8])
        /// It is damaged, or was sealed with another key or for another label.
        case damaged
        /// Its key is not there.
        case keyless
    }

    /// Returns the bytes that were written; nil when there is no such file.
    func read() throws(AuthError) -> [UInt8]? {
        switch try content() {
        case .none: return nil
        case .opened(let bytes): return bytes
        case .damaged: throw .damaged
        case .keyless: throw .keyless
        }
    }

    /// Returns the content. A file or key that cannot be read now is an error, not damage.
    func content() throws(AuthError) -> Content {
        guard let sealed = try DiskFile.read(path, byteLimit: Self.byteLimit) else { return .none }
        guard let key = try key.load() else { return .keyless }
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Data(label.utf8))
        else { return .damaged }
        return .opened(Array(bytes))
    }

    /// Writes the file in place of what was there; when it returns, it is on the disk.
    func write(_ bytes: [UInt8]) throws(AuthError) {
        try DiskFile.makeFolder((path as NSString).deletingLastPathComponent)
        let key = try key.loadOrMake()
        let box = try? AES.GCM.seal(bytes, using: key, authenticating: Data(label.utf8))
        guard let sealed = box?.combined else { throw AuthError(.storageUnavailable, "the data cannot be sealed") }
        guard sealed.count <= Self.byteLimit else { throw AuthError(.invalidRequest, "this is too much to be kept") }
        try DiskFile.replace(path, with: Array(sealed))
    }

    /// A file's name for something that may have any name.
    static func name(for name: String) -> String {
        SHA256.hash(data: Data(name.utf8)).prefix(16).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }.joined()
    }
}

extension AuthError {
    static let keyless = AuthError(.storageUnavailable, "the key of what is stored is missing")
    static let damaged = AuthError(
        .storageUnavailable, "what is stored is damaged, or was sealed with another key or for another person")
}
