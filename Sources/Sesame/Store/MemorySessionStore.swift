import Foundation
package import SesameCore
import SesameWire

/// A session store in memory, lost when the process ends: for tests, previews, and apps that must not store anything.
package final class MemorySessionStore: SessionStore {
    private struct Contents {
        var items: [StoredItem: [UInt8]] = [:]
        var isLeased = false
    }

    private let contents: Locked<Contents>
    private let turn = NSLock()

    /// Creates a store, empty or with a session.
    package init(_ session: Session? = nil) {
        contents = Locked(Contents(items: session.map { [.session: $0.stored] } ?? [:]))
    }

    /// Returns the item's bytes; nil if it is not stored.
    package func read(_ item: StoredItem) throws(AuthError) -> [UInt8]? {
        contents.withLock { $0.items[item] }
    }

    /// Stores the item's bytes until the process ends.
    package func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError) {
        contents.withLock { $0.items[item] = bytes }
    }

    /// Removes the item; a missing item is no error.
    package func remove(_ item: StoredItem) throws(AuthError) {
        contents.withLock { $0.items[item] = nil }
    }

    /// Runs the function under a lock, so that only one call runs at a time.
    package func withExclusiveAccess<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try turn.withLock { Swift.Result { () throws(AuthError) in try change() } }.get()
    }

    /// Takes the refresh lease; returns nil while another holder has it.
    package func tryLease() throws(AuthError) -> StoreLease? {
        let isFree = contents.withLock { contents in
            defer { contents.isLeased = true }
            return !contents.isLeased
        }
        guard isFree else { return nil }
        return StoreLease { [contents] in contents.withLock { $0.isLeased = false } }
    }
}
