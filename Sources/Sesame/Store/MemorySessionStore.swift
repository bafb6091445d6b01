import Foundation
public import SesameCore
import SesameWire

/// A store that forgets all when the process ends: for tests, previews, and apps that must leave nothing behind.
public final class MemorySessionStore: SessionStore {
    private struct Contents {
        var items: [StoredItem: [UInt8]] = [:]
        var isLeased = false
    }

    private let contents: Locked<Contents>
    private let turn = NSLock()

    /// A store, empty or with a session.
    public init(_ session: Session? = nil) {
        contents = Locked(Contents(items: session.map { [.session: $0.stored] } ?? [:]))
    }

    /// The item's bytes.
    public func read(_ item: StoredItem) throws(AuthError) -> [UInt8]? {
        contents.withLock { $0.items[item] }
    }

    /// Stores the item.
    public func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError) {
        contents.withLock { $0.items[item] = bytes }
    }

    /// Removes the item.
    public func remove(_ item: StoredItem) throws(AuthError) {
        contents.withLock { $0.items[item] = nil }
    }

    /// Runs the function while no other is run.
    public func exclusively<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try turn.withLock { Swift.Result { () throws(AuthError) in try change() } }.get()
    }

    /// The right to refresh, if nobody has it.
    public func tryLease() throws(AuthError) -> StoreLease? {
        let isFree = contents.withLock { contents in
            defer { contents.isLeased = true }
            return !contents.isLeased
        }
        guard isFree else { return nil }
        return StoreLease { [contents] in contents.withLock { $0.isLeased = false } }
    }
}
