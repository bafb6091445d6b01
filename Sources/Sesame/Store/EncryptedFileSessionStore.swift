package import Foundation
package import SesameCore

/// A session in encrypted files: for command lines and services, where there is no Keychain.
///
/// The files are sealed with AES-256-GCM, readable by their owner only, and replaced as a whole. The key lies in
/// another folder, so that a copy or backup of the one folder is worth nothing. It is no better than that: whoever can
/// read both folders, as any program of the same person can, has the session.
package struct EncryptedFileSessionStore: SessionStore {
    private let folder: URL
    private let keyFile: URL
    private let name: String

    /// A store in the given places. The key's folder is not to be the data's.
    /// - Parameter name: What the session is for. Different names, different sessions.
    package init(name: String, folder: URL, keyFile: URL) {
        self.folder = folder
        self.keyFile = keyFile
        self.name = SealedFile.name(for: name)
    }

    /// The item's bytes.
    package func read(_ item: StoredItem) throws(AuthError) -> [UInt8]? {
        let file = file(item)
        guard item != .session else { return try file.read() }
        // Bytes that were sealed with another key are lost. An error would bring nothing back.
        return switch try file.content() {
        case .none, .damaged: nil
        case .keyless: throw .keyless
        case .opened(let bytes): bytes
        }
    }

    /// Stores the item; it is on the disk when this returns.
    package func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError) {
        try file(item).write(bytes)
    }

    /// Removes the item.
    package func remove(_ item: StoredItem) throws(AuthError) {
        try DiskFile.remove(path(item.rawValue))
    }

    /// Runs the function while it is run in no other process, by a lock on a file of its own.
    package func exclusively<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try DiskFile.makeFolder(folder.path)
        let descriptor = try DiskFile.lock(path("turn"))
        defer { DiskFile.unlock(descriptor) }
        return try change()
    }

    /// The right to refresh, by a lock on a file: a process that ends, in whatever way, gives it back.
    package func tryLease() throws(AuthError) -> StoreLease? {
        try DiskFile.makeFolder(folder.path)
        guard let descriptor = try DiskFile.tryLock(path("lock")) else { return nil }
        return StoreLease { DiskFile.unlock(descriptor) }
    }

    private func path(_ ending: String) -> String {
        folder.appendingPathComponent("\(name).\(ending)").path
    }

    /// The label is sealed along: so no file can be put in another's place.
    private func file(_ item: StoredItem) -> SealedFile {
        SealedFile(
            path: path(item.rawValue), key: KeyFile(path: keyFile.path),
            label: "sesame-store-1 \(name) \(item.rawValue)")
    }
}
