package import SesameCore
import SesameWire

/// The storage of a ``UserCache`` for one user.
///
/// Its methods are synchronous, so that nothing happens between a removal and a write. Data written for one user can
/// never be read as another user's.
package protocol CacheStorage: Sendable {
    /// Returns the content for that user.
    /// - Throws: ``SesameCore/AuthError/Code/storageLocked`` while the device is locked, and
    ///   ``SesameCore/AuthError/Code/storageUnavailable`` if the storage cannot be read now. Neither means that the
    ///   storage is empty.
    func read(for uid: String) throws(AuthError) -> CacheContent

    /// Stores the bytes for that user, in place of all earlier content.
    func write(_ bytes: [UInt8], for uid: String) throws(AuthError)

    /// Removes the content, whichever user it belongs to.
    func remove() throws(AuthError)
}

/// The content of a ``CacheStorage`` for a user.
package enum CacheContent: Sendable, Equatable {
    /// No content.
    case empty
    /// The stored bytes.
    case data([UInt8])
    /// Damaged content, or another user's. This user can never read it.
    case unreadable
}

/// A cache storage in memory, for tests, previews and apps that must not leave data on the device. It is lost when the
/// process ends.
package final class MemoryCacheStorage: CacheStorage {
    private struct Entry {
        var uid: String
        var bytes: [UInt8]
    }

    private let entry = Locked<Entry?>(nil)

    /// Creates an empty storage.
    package init() {}

    /// Returns the content for that user; ``CacheContent/unreadable`` if it belongs to another user.
    package func read(for uid: String) throws(AuthError) -> CacheContent {
        guard let entry = entry.withLock({ $0 }) else { return .empty }
        return entry.uid.hasSameBytes(as: uid) ? .data(entry.bytes) : .unreadable
    }

    /// Stores the bytes for that user.
    package func write(_ bytes: [UInt8], for uid: String) throws(AuthError) {
        entry.withLock { $0 = Entry(uid: uid, bytes: bytes) }
    }

    /// Removes the content.
    package func remove() throws(AuthError) {
        entry.withLock { $0 = nil }
    }
}
