package import Foundation
package import SesameCore

/// A session store in encrypted files, for command-line tools and services without a Keychain.
///
/// The files are encrypted with AES-256-GCM, readable only by their owner, and replaced as a whole. The key is in
/// another folder, so that a copy or backup of only one folder is useless. The protection ends there: a program that
/// can read both folders, as any program of the same user can, has the session.
package struct EncryptedFileSessionStore: SessionStore {
    private let folder: URL
    private let keyFile: URL
    private let name: String

    /// Creates a store in the given places. The key must not be in the data's folder.
    ///
    /// - Parameter name: The session's name. Each name has its own session.
    package init(name: String, folder: URL, keyFile: URL) {
        self.folder = folder
        self.keyFile = keyFile
        self.name = SealedFile.name(for: name)
    }

    /// Returns the item's bytes; nil if it is not stored. Damaged bytes, or bytes encrypted with another key, are an
    /// error for the session, and nil for every other item. A missing key is an error for every item.
    package func read(_ item: StoredItem) throws(AuthError) -> [UInt8]? {
        let file = file(item)
        guard item != .session else { return try file.read() }
        // Bytes encrypted with another key are lost, and an error would not recover them.
        return switch try file.content() {
        case .none, .damaged: nil
        case .keyless: throw .keyless
        case .opened(let bytes): bytes
        }
    }

    /// Stores the item in its encrypted file; the bytes are on the disk when this returns.
    package func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError) {
        try file(item).write(bytes)
    }

    /// Removes the item; a missing item is no error.
    package func remove(_ item: StoredItem) throws(AuthError) {
        try DiskFile.remove(path(item.rawValue))
    }

    /// Runs the function under a file lock that all processes share, so that only one call runs at a time.
    package func withExclusiveAccess<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try DiskFile.makeFolder(folder.path)
        let descriptor = try DiskFile.lock(path("turn"))
        defer { DiskFile.unlock(descriptor) }
        return try change()
    }

    /// Takes the refresh lease by a file lock, which the system releases however the process ends; returns nil while
    /// another holder, in any process, has the lease.
    package func tryLease() throws(AuthError) -> StoreLease? {
        try DiskFile.makeFolder(folder.path)
        guard let descriptor = try DiskFile.tryLock(path("lock")) else { return nil }
        return StoreLease { DiskFile.unlock(descriptor) }
    }

    private func path(_ ending: String) -> String {
        folder.appendingPathComponent("\(name).\(ending)").path
    }

    /// Returns the encrypted file of an item. Its label is authenticated with the content, so that one file cannot
    /// replace another.
    private func file(_ item: StoredItem) -> SealedFile {
        SealedFile(
            path: path(item.rawValue), key: KeyFile(path: keyFile.path),
            label: "sesame-store-1 \(name) \(item.rawValue)")
    }
}
