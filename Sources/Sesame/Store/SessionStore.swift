public import SesameCore
import SesameWire

/// A place for a device's session: items of bytes, and two locks.
///
/// Synchronous, because an `await` between a write and a removal would let one overtake the other. Every implementation
/// throws ``SesameCore/AuthError/Code/storageLocked`` while the device is locked and
/// ``SesameCore/AuthError/Code/storageUnavailable`` for every other failure, and writes all or nothing. What the bytes
/// mean is not its business: it gives back what it was given. They are secret, and at most 150,000.
public protocol SessionStore: Sendable {
    /// The item's bytes. Nil means that there are none: "could not be read" is an error, never nil.
    ///
    /// Bytes that are there and can never be read again, such as those that were sealed with another key, are an error
    /// for ``StoredItem/session`` and nil for the others: those would only stand in the way of every later sign-in. A session
    /// whose person's own lock is gone for good is nobody's: nil, too.
    func read(_ item: StoredItem) throws(AuthError) -> [UInt8]?

    /// Stores the item in place of the last one. When it returns, the bytes survive a crash.
    func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError)

    /// Removes the item. One that is not there is no error.
    func remove(_ item: StoredItem) throws(AuthError)

    /// Runs the function while nobody else, in any process, is inside this function: for what is read, changed and
    /// stored again. It waits for its turn, so the function must be short, and must not call it again.
    ///
    /// It has nothing to do with the lease, which is held while a server is asked.
    func exclusively<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result

    /// The right to refresh the stored session, for one holder at a time in all processes; nil while another holds it.
    /// It does not wait.
    func tryLease() throws(AuthError) -> StoreLease?
}

/// A store whose session its person unlocks.
package protocol PersonalStore: SessionStore {
    /// Asks the person, where the session is locked. Throws ``SesameCore/AuthError/Code/storageLocked`` when they say no.
    func unlock() async throws(AuthError)
}

/// An item of a ``SessionStore``. A later version may have more, so a store names its places by the
/// ``rawValue``.
public struct StoredItem: RawRepresentable, Sendable, Hashable {
    /// The item's name: a word of small letters.
    public let rawValue: String

    /// The item of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The person who is signed in, with their tokens.
    public static let session = StoredItem(rawValue: "session")
    /// The sign-outs that the server has not heard of yet.
    public static let revocations = StoredItem(rawValue: "revocations")
    /// The names that Apple gave and the server has not acknowledged yet.
    public static let names = StoredItem(rawValue: "names")
}

/// The right to refresh the stored session; given back by ``release()`` or when the value is let go.
public final class StoreLease: Sendable {
    private let giveBack: Locked<(@Sendable () -> Void)?>

    /// A lease that calls `release` once, when it ends.
    public init(release: @escaping @Sendable () -> Void) {
        giveBack = Locked(release)
    }

    deinit {
        release()
    }

    /// Gives the lease back. A second call does nothing.
    public func release() {
        let release = giveBack.withLock { release in
            defer { release = nil }
            return release
        }
        release?()
    }
}
