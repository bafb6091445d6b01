public import Sesame
public import SesameCore
import SesameWire

/// A session store in memory, which fails as scripted by a test, like the store of a locked or full device.
public final class MockSessionStore: SessionStore {
    /// An operation of a store.
    public enum Operation: Hashable, Sendable {
        /// A read of the item.
        case read(StoredItem)
        /// A write of the item.
        case write(StoredItem)
        /// The removal of the item, also when a list of sign-outs or names becomes empty.
        case remove(StoredItem)
        /// A request for the refresh lease.
        case lease
    }

    private struct Faults {
        var all: AuthError?
        /// The faults of single operations, which override the fault of all operations; a nil value lets the operation
        /// succeed.
        var some: [Operation: AuthError?] = [:]

        func fault(of operation: Operation) -> AuthError? { some[operation] ?? all }
    }

    private struct Script {
        var faults = Faults()
        var saved: [Session] = []
    }

    private let memory: MemorySessionStore
    private let script = Locked(Script())

    /// Creates a store, empty or with a session.
    public init(_ session: Session? = nil) {
        memory = MemorySessionStore(session)
    }

    /// All sessions passed to ``write(_:_:)`` without a scripted error, in order.
    public var savedSessions: [Session] { script.withLock { $0.saved } }

    /// Makes the given operations, or all of them if none is given, fail with the error from now on; nil makes them
    /// succeed again.
    ///
    /// ``SesameCore/AuthError/Code/storageLocked`` simulates a locked device,
    /// ``SesameCore/AuthError/Code/storageUnavailable`` a full or broken one.
    public func fail(_ operations: Operation..., with error: AuthError?) {
        script.withLock { script in
            guard !operations.isEmpty else { return script.faults = Faults(all: error) }
            for operation in operations { script.faults.some[operation] = .some(error) }
        }
    }

    /// Returns the item's bytes; nil if it is not stored.
    public func read(_ item: StoredItem) throws(AuthError) -> [UInt8]? {
        try check(.read(item))
        return try memory.read(item)
    }

    /// Stores the item, or throws the scripted error. A session is also recorded in ``savedSessions``.
    public func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError) {
        try check(.write(item))
        if item == .session, let session = try? Session(stored: bytes) {
            script.withLock { $0.saved.append(session) }
        }
        try memory.write(item, bytes)
    }

    /// Removes the item, or throws the scripted error; a missing item is no error.
    public func remove(_ item: StoredItem) throws(AuthError) {
        try check(.remove(item))
        try memory.remove(item)
    }

    /// Runs the function under a lock, so that only one call runs at a time.
    public func withExclusiveAccess<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try memory.withExclusiveAccess(change)
    }

    /// Takes the refresh lease; returns nil while another holder has it.
    public func tryLease() throws(AuthError) -> StoreLease? {
        try check(.lease)
        return try memory.tryLease()
    }

    private func check(_ operation: Operation) throws(AuthError) {
        if let error = script.withLock({ $0.faults.fault(of: operation) }) { throw error }
    }
}
