public import Foundation
public import SesameCore
import SesameWire

/// A session in encrypted files: for command lines and services, where there is no Keychain.
///
/// The files are sealed with AES-256-GCM, readable by their owner only, and replaced as a whole. The key lies in
/// another folder, so that a copy or backup of the one folder is worth nothing. It is no better than that: whoever can
/// read both folders, as any program of the same person can, has the session.
public struct EncryptedFileSessionStore: SessionStore {
    private let folder: URL
    private let keyFile: URL
    private let name: String

    /// A store in the person's own folders: data in `$XDG_STATE_HOME/sesame` (`~/.local/state/sesame`), the key in
    /// `$XDG_CONFIG_HOME/sesame` (`~/.config/sesame`).
    /// - Parameter name: What the session is for, for example server and app. Different names, different sessions.
    public init(name: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let folders = PersonalFolders(environment: environment)
        self.init(name: name, folder: folders.state, keyFile: folders.config.appendingPathComponent("session.key"))
    }

    /// A store in the given places. The key's folder is not to be the data's.
    public init(name: String, folder: URL, keyFile: URL) {
        self.folder = folder
        self.keyFile = keyFile
        self.name = SealedFile.name(for: name)
    }

    /// The stored session.
    public func load() throws(AuthError) -> Session? {
        guard let json = try read(.session) else { return nil }
        guard let session = json.object.flatMap({ Session(storedForm: $0) }) else { throw .damaged }
        return session
    }

    /// Stores the session; it is on the disk when this returns.
    public func save(_ session: Session) throws(AuthError) {
        try write(.session, .object(session.storedForm))
    }

    /// Removes the session.
    public func delete() throws(AuthError) {
        try DiskFile.remove(path(.session))
    }

    /// The sign-outs that the server has not heard of yet.
    public func loadRevocations() throws(AuthError) -> [Revocation] {
        try readQueue(.revocations).compactMap { Revocation(storedForm: $0) }
    }

    /// Stores the sign-outs that the server has not heard of yet.
    public func saveRevocations(_ revocations: [Revocation]) throws(AuthError) {
        guard !revocations.isEmpty else { return try DiskFile.remove(path(.revocations)) }
        try write(.revocations, .array(revocations.map { .object($0.storedForm) }))
    }

    /// The names that the server has not acknowledged yet.
    public func loadNames() throws(AuthError) -> [FirstSignInName] {
        try readQueue(.names).compactMap { FirstSignInName(storedForm: $0) }
    }

    /// Stores the names that the server has not acknowledged yet.
    public func saveNames(_ names: [FirstSignInName]) throws(AuthError) {
        guard !names.isEmpty else { return try DiskFile.remove(path(.names)) }
        try write(.names, .array(names.map { .object($0.storedForm) }))
    }

    /// Runs the function while it is run in no other process, by a lock on a file of its own.
    public func exclusively<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try DiskFile.makeFolder(folder.path)
        let descriptor = try DiskFile.lock(path(.turn))
        defer { close(descriptor) }
        return try change()
    }

    /// The right to refresh, by a lock on a file: a process that ends, in whatever way, gives it back.
    public func tryLease() throws(AuthError) -> StoreLease? {
        try DiskFile.makeFolder(folder.path)
        guard let descriptor = try DiskFile.tryLock(path(.lock)) else { return nil }
        return StoreLease { close(descriptor) }
    }

    private enum Kind: String {
        case session, revocations, names, lock, turn
    }

    private func path(_ kind: Kind) -> String {
        folder.appendingPathComponent("\(name).\(kind.rawValue)").path
    }

    private func read(_ kind: Kind) throws(AuthError) -> JSONValue? {
        guard let bytes = try file(kind).read() else { return nil }
        guard let json = parsed(bytes) else { throw .damaged }
        return json
    }

    /// A queue that cannot be opened any more, because its key was lost and another one made, is empty: an error would
    /// stand in the way of every later session, and bring nothing back.
    private func readQueue(_ kind: Kind) throws(AuthError) -> [JSONObject] {
        switch try file(kind).content() {
        case .none, .damaged: []
        case .keyless: throw .keyless
        case .opened(let bytes): parsed(bytes)?.array?.compactMap(\.object) ?? []
        }
    }

    private func parsed(_ bytes: [UInt8]) -> JSONValue? {
        try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: SealedFile.byteLimit))
    }

    private func write(_ kind: Kind, _ json: JSONValue) throws(AuthError) {
        try file(kind).write(json.serialized())
    }

    private func file(_ kind: Kind) -> SealedFile {
        SealedFile(path: path(kind), keyFile: keyFile.path, label: label(kind))
    }

    /// Sealed along: so no file can be put in another's place.
    private func label(_ kind: Kind) -> String {
        "sesame-store-1 \(name) \(kind.rawValue)"
    }
}
