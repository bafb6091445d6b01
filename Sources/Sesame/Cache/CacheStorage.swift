public import SesameCore

/// Where a ``UserCache`` keeps what it knows about one person.
///
/// Synchronous, so that nothing comes between a removal and a write. What was written for one person can never be read
/// as another's.
public protocol CacheStorage: Sendable {
    /// What was kept for that person; nil when there is nothing. Throws
    /// ``SesameCore/AuthError/Code/storageLocked`` while the device is locked, and
    /// ``SesameCore/AuthError/Code/storageUnavailable`` when what is there is damaged, or another person's.
    func read(for uid: String) throws(AuthError) -> [UInt8]?

    /// Keeps the bytes for that person, in place of all that was there.
    func write(_ bytes: [UInt8], for uid: String) throws(AuthError)

    /// Removes what is kept, whosever it is.
    func remove() throws(AuthError)
}

/// A storage that forgets all when the process ends: for tests, previews, and apps that must leave nothing behind.
public final class MemoryCacheStorage: CacheStorage {
    private struct Entry {
        var uid: String
        var bytes: [UInt8]
    }

    private let entry = Locked<Entry?>(nil)

    /// An empty storage.
    public init() {}

    /// What was kept for that person.
    public func read(for uid: String) throws(AuthError) -> [UInt8]? {
        guard let entry = entry.withLock({ $0 }) else { return nil }
        guard entry.uid.hasSameBytes(as: uid) else { throw .damaged }
        return entry.bytes
    }

    /// Keeps the bytes for that person.
    public func write(_ bytes: [UInt8], for uid: String) throws(AuthError) {
        entry.withLock { $0 = Entry(uid: uid, bytes: bytes) }
    }

    /// Removes what is kept.
    public func remove() throws(AuthError) {
        entry.withLock { $0 = nil }
    }
}
