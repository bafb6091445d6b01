public import Sesame
public import SesameCore
import SesameWire

/// A store in memory that fails where a test says so, as the store of a locked or full device does.
public final class MockSessionStore: SessionStore {
    /// An operation of a store.
    public enum Operation: Hashable, Sendable {
        /// The item is read.
        case read(StoredItem)
        /// The item is stored.
        case write(StoredItem)
        /// The item is removed; an empty list of sign-outs or names is, too.
        case remove(StoredItem)
        /// The right to refresh is asked for.
        case lease
    }

    private struct Faults {
        var all: AuthError?
        /// The faults of single operations, said since.
        var some: [Operation: AuthError?] = [:]

        func fault(of operation: Operation) -> AuthError? { some[operation] ?? all }
    }

    private struct Script {
        var faults = Faults()
        var saved: [Session] = []
    }

    private let memory: MemorySessionStore
    private let script = Locked(Script())

    /// A store, empty or with a session.
    public init(_ session: Session? = nil) {
        memory = MemorySessionStore(session)
    }

    /// The sessions that were stored, in order.
    public var savedSessions: [Session] { script.withLock { $0.saved } }

    /// Lets the operations fail from now on, or with nil succeed again; without operations all of them.
    ///
    /// ``SesameCore/AuthError/Code/storageLocked`` is a locked device,
    /// ``SesameCore/AuthError/Code/storageUnavailable`` a full or broken one.
    public func fail(_ operations: Operation..., with error: AuthError?) {
        script.withLock { script in
            guard !operations.isEmpty else { return script.faults = Faults(all: error) }
            for operation in operations { script.faults.some[operation] = .some(error) }
        }
    }

    /// The item's bytes.
    public func read(_ item: StoredItem) throws(AuthError) -> [UInt8]? {
        try check(.read(item))
        return try memory.read(item)
    }

    /// Stores the item.
    public func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError) {
        try check(.write(item))
        if item == .session, let session = try? Session(stored: bytes) {
            script.withLock { $0.saved.append(session) }
        }
        try memory.write(item, bytes)
    }

    /// Removes the item.
    public func remove(_ item: StoredItem) throws(AuthError) {
        try check(.remove(item))
        try memory.remove(item)
    }

    /// Runs the function while no other is run.
    public func exclusively<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try memory.exclusively(change)
    }

    /// The right to refresh, if nobody has it.
    public func tryLease() throws(AuthError) -> StoreLease? {
        try check(.lease)
        return try memory.tryLease()
    }

    private func check(_ operation: Operation) throws(AuthError) {
        if let error = script.withLock({ $0.faults.fault(of: operation) }) { throw error }
    }
}
