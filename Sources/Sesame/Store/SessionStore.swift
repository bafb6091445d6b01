public import SesameCore
import SesameWire

/// A store for a device's session: named items, each a sequence of bytes, an exclusive lock, and a lease for
/// refreshing.
///
/// It is synchronous, because an `await` between a write and a removal would let one overtake the other. Every
/// implementation throws ``SesameCore/AuthError/Code/storageLocked`` while the device is locked and
/// ``SesameCore/AuthError/Code/storageUnavailable`` for every other failure, and its writes are atomic. It returns the
/// bytes as they were written, and does not interpret them. The bytes are secret; an item has at most 150,000 of them.
public protocol SessionStore: Sendable {
    /// Returns the item's bytes; nil if none are stored. An item that cannot be read at present is an error, never nil.
    ///
    /// Bytes that can never be read again, such as those encrypted with a key that has been replaced since, are an
    /// error for ``StoredItem/session``. For the other items they are nil, because an error would block every later
    /// sign-in. A session is also nil if the key of its user's lock is lost forever.
    func read(_ item: StoredItem) throws(AuthError) -> [UInt8]?

    /// Replaces the stored item. When it returns, the bytes survive a crash.
    func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError)

    /// Removes the item; a missing item is no error.
    func remove(_ item: StoredItem) throws(AuthError)

    /// Runs the function under a lock that all processes share, so that it can read, change and store a value in one
    /// step. It waits for the lock, so the function must be short, and must not call `withExclusiveAccess` itself.
    ///
    /// The lock is independent of the lease, which is held during a request to the server.
    func withExclusiveAccess<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result

    /// Takes the lease to refresh the stored session, without waiting. Returns nil while another holder, in any
    /// process, has it.
    func tryLease() throws(AuthError) -> StoreLease?
}

/// A store whose session is unlocked by its user.
package protocol PersonalStore: SessionStore {
    /// Asks the user to unlock the session if it is locked. Throws ``SesameCore/AuthError/Code/storageLocked`` if the
    /// user declines.
    func unlock() async throws(AuthError)
}

/// An item of a ``SessionStore``. A later version may have more items, so a store derives its keys from the
/// ``rawValue``.
public struct StoredItem: RawRepresentable, Sendable, Hashable {
    /// The item's name, a word in lowercase.
    public let rawValue: String

    /// Creates an item with the given lowercase name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The signed-in user, with the tokens.
    public static let session = StoredItem(rawValue: "session")
    /// The sign-outs that the server has not received yet.
    public static let revocations = StoredItem(rawValue: "revocations")
    /// The names that Apple has supplied and the server has not acknowledged yet.
    public static let names = StoredItem(rawValue: "names")
}

/// The lease to refresh the stored session, released by ``release()`` or when the value is deinitialized.
public final class StoreLease: Sendable {
    private let giveBack: Locked<(@Sendable () -> Void)?>

    /// Creates a lease that calls `release` once, when it ends.
    public init(release: @escaping @Sendable () -> Void) {
        giveBack = Locked(release)
    }

    deinit {
        release()
    }

    /// Releases the lease. A second call does nothing.
    public func release() {
        let release = giveBack.withLock { release in
            defer { release = nil }
            return release
        }
        release?()
    }
}
