import Foundation
import SesameCore

/// A cache of one user in an encrypted file.
///
/// The file is encrypted with AES-256-GCM and bound to the user, so that another user who signs in to the app cannot
/// read it. The file's permissions allow only the system account of the app to read it, and it is replaced as a whole.
/// The key is stored elsewhere, so that a copy or backup of the folder alone is worthless. An attacker who can read
/// both has the data.
struct EncryptedFileCacheStorage: CacheStorage {
    private let path: String
    private let key: any StorageKey
    private let name: String

    /// Creates a storage in the given folder.
    /// - Parameter name: The name of the content. Each name has its own file.
    init(name: String, folder: URL, key: some StorageKey) {
        self.name = SealedFile.name(for: name)
        self.path = folder.appendingPathComponent("\(self.name).cache").path
        self.key = key
    }

    /// Returns the given user's content; ``CacheContent/unreadable`` if the file is damaged or another user's, or its
    /// key is missing.
    func read(for uid: String) throws(AuthError) -> CacheContent {
        switch try file(for: uid).content() {
        case .none: .empty
        case .opened(let bytes): .data(bytes)
        case .damaged, .keyless: .unreadable
        }
    }

    /// Replaces the file's content with the given user's bytes, encrypted; they are on the disk when this returns.
    func write(_ bytes: [UInt8], for uid: String) throws(AuthError) {
        try file(for: uid).write(bytes)
    }

    /// Removes the file, whichever user it belongs to. The key remains.
    func remove() throws(AuthError) {
        try DiskFile.remove(path)
    }

    private func file(for uid: String) -> SealedFile {
        SealedFile(path: path, key: key, label: "sesame-cache-1 \(name) \(uid)")
    }
}
