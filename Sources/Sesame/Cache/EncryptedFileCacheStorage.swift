import Foundation
import SesameCore

/// A cache of one user in an encrypted file.
///
/// The file is sealed with AES-256-GCM and bound to the person: whoever else signs in cannot read it. It is readable by
/// its owner only, and replaced as a whole. The key lies elsewhere, so that a copy or backup of the folder is worth
/// nothing. It is no better than that: whoever can read both has the data.
struct EncryptedFileCacheStorage: CacheStorage {
    private let path: String
    private let key: any StorageKey
    private let name: String

    /// A storage in that folder.
    /// - Parameter name: The name of what is kept. Different names, different files.
    init(name: String, folder: URL, key: some StorageKey) {
        self.name = SealedFile.name(for: name)
        self.path = folder.appendingPathComponent("\(self.name).cache").path
        self.key = key
    }

    /// Returns the content for that user.
    func read(for uid: String) throws(AuthError) -> CacheContent {
        switch try file(for: uid).content() {
        case .none: .nothing
        case .opened(let bytes): .kept(bytes)
        case .damaged, .keyless: .foreign
        }
    }

    /// Keeps the bytes for that person; they are on the disk when this returns.
    func write(_ bytes: [UInt8], for uid: String) throws(AuthError) {
        try file(for: uid).write(bytes)
    }

    /// Removes the file.
    func remove() throws(AuthError) {
        try DiskFile.remove(path)
    }

    private func file(for uid: String) -> SealedFile {
        SealedFile(path: path, key: key, label: "sesame-cache-1 \(name) \(uid)")
    }
}
