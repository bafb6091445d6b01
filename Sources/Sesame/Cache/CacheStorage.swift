package import SesameCore
import SesameWire

/// The storage of a ``UserCache`` for one user.
///
/// Its methods are synchronous, so that nothing happens between a removal and a write. Data written for one user can
/// never be read as another user's.
package protocol CacheStorage: Sendable {
    /// Returns the given user's content.
    /// - Throws: ``SesameCore/AuthError/Code/storageLocked`` while the device is locked, and
    ///   ``SesameCore/AuthError/Code/storageUnavailable`` if the storage cannot be read now. Neither means that the
    ///   storage is empty.
    func read(for uid: String) throws(AuthError) -> CacheContent

    /// Replaces all content with these bytes, readable only by the given user.
    func write(_ bytes: [UInt8], for uid: String) throws(AuthError)

    /// Removes the content, whichever user it belongs to.
    func remove() throws(AuthError)
}

/// The result of ``CacheStorage/read(for:)``.
package enum CacheContent: Sendable, Equatable {
    case empty
    case data([UInt8])
    /// Content that the user can never read, because it is damaged or belongs to another user.
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

    package init() {}

    /// Returns the given user's content; ``CacheContent/unreadable`` if the content belongs to another user.
    package func read(for uid: String) throws(AuthError) -> CacheContent {
        guard let entry = entry.withLock({ $0 }) else { return .empty }
        return entry.uid.hasSameBytes(as: uid) ? .data(entry.bytes) : .unreadable
    }

    /// Replaces all content with these bytes, readable only by the given user.
    package func write(_ bytes: [UInt8], for uid: String) throws(AuthError) {
        entry.withLock { $0 = Entry(uid: uid, bytes: bytes) }
    }

    package func remove() throws(AuthError) {
        entry.withLock { $0 = nil }
    }
}
