public import Foundation
public import SesameCore

/// What is known about one person, in an encrypted file.
///
/// The file is sealed with AES-256-GCM and bound to the person: whoever else signs in cannot read it. It is readable by
/// its owner only, and replaced as a whole. The key lies in another folder, so that a copy or backup of the one folder
/// is worth nothing. It is no better than that: whoever can read both folders has the data.
public struct EncryptedFileCacheStorage: CacheStorage {
    private let path: String
    private let keyFile: String
    private let name: String

    /// A storage in the person's own folders: data in `$XDG_STATE_HOME/sesame` (`~/.local/state/sesame`), the key in
    /// `$XDG_CONFIG_HOME/sesame` (`~/.config/sesame`).
    /// - Parameter name: What is kept, for example server, app and `onboarding`. Different names, different files.
    public init(name: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let folders = PersonalFolders(environment: environment)
        self.init(name: name, folder: folders.state, keyFile: folders.config.appendingPathComponent("cache.key"))
    }

    /// A storage in the given places. The key's folder is not to be the data's.
    public init(name: String, folder: URL, keyFile: URL) {
        self.name = SealedFile.name(for: name)
        self.path = folder.appendingPathComponent("\(self.name).cache").path
        self.keyFile = keyFile.path
    }

    /// What was kept for that person.
    public func read(for uid: String) throws(AuthError) -> CacheContent {
        switch try file(for: uid).content() {
        case .none: .nothing
        case .opened(let bytes): .kept(bytes)
        case .damaged, .keyless: .foreign
        }
    }

    /// Keeps the bytes for that person; they are on the disk when this returns.
    public func write(_ bytes: [UInt8], for uid: String) throws(AuthError) {
        try file(for: uid).write(bytes)
    }

    /// Removes the file.
    public func remove() throws(AuthError) {
        try DiskFile.remove(path)
    }

    private func file(for uid: String) -> SealedFile {
        SealedFile(path: path, keyFile: keyFile, label: "sesame-cache-1 \(name) \(uid)")
    }
}
