package import SesameCore
import SesameWire

/// The storage of a ``UserCache`` for one user.
///
/// Synchronous, so that nothing comes between a removal and a write. What was written for one person can never be read
/// as another's.
package protocol CacheStorage: Sendable {
    /// Returns the content for that user. Throws ``SesameCore/AuthError/Code/storageLocked`` while the device is
    /// locked, and ``SesameCore/AuthError/Code/storageUnavailable`` when it cannot be told now: neither says that there
    /// is nothing.
    func read(for uid: String) throws(AuthError) -> CacheContent

    /// Keeps the bytes for that person, in place of all that was there.
    func write(_ bytes: [UInt8], for uid: String) throws(AuthError)

    /// Removes what is kept, whosever it is.
    func remove() throws(AuthError)
}

/// The content of a ``CacheStorage`` for a user.
package enum CacheContent: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// The stored bytes.
    case kept([UInt8])
    /// Something that is damaged, or another person's: of no use to them, now or later.
    case foreign
}

/// A storage that forgets all when the process ends: for tests, previews, and apps that must leave nothing behind.
package final class MemoryCacheStorage: CacheStorage {
    private struct Entry {
        var uid: String
        var bytes: [UInt8]
    }

    private let entry = Locked<Entry?>(nil)

    /// An empty storage.
    package init() {}

    /// Returns the content for that user.
    package func read(for uid: String) throws(AuthError) -> CacheContent {
        guard let entry = entry.withLock({ $0 }) else { return .nothing }
        return entry.uid.hasSameBytes(as: uid) ? .kept(entry.bytes) : .foreign
    }

    /// Keeps the bytes for that person.
    package func write(_ bytes: [UInt8], for uid: String) throws(AuthError) {
        entry.withLock { $0 = Entry(uid: uid, bytes: bytes) }
    }

    /// Removes what is kept.
    package func remove() throws(AuthError) {
        entry.withLock { $0 = nil }
    }
}
