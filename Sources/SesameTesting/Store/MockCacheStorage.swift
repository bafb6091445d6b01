public import Sesame
public import SesameCore
import SesameWire

/// A place in memory for what is one person's that fails where a test says so, as that of a locked or full device does;
/// see ``Sesame/StorageLocation/mock(outbox:profile:device:caches:)``.
public final class MockCacheStorage: CacheStorage {
    /// An operation of the storage.
    public enum Operation: Hashable, Sendable, CaseIterable {
        /// The content is read.
        case read
        /// Something is kept.
        case write
        /// The content is removed.
        case remove
    }

    private let memory = MemoryCacheStorage()
    private let state = Locked((faults: [Operation: AuthError](), holder: String?.none))

    /// An empty place.
    public init() {}

    /// The user whose data are stored; nil when nobody's are.
    public var holder: String? { state.withLock { $0.holder } }

    /// Lets the operations fail from now on, or with nil succeed again; without operations all of them.
    public func fail(_ operations: Operation..., with error: AuthError?) {
        state.withLock { state in
            for operation in operations.isEmpty ? Operation.allCases : operations { state.faults[operation] = error }
        }
    }

    /// Returns the content.
    package func read(for uid: String) throws(AuthError) -> CacheContent {
        try check(.read)
        return try memory.read(for: uid)
    }

    /// Keeps the bytes.
    package func write(_ bytes: [UInt8], for uid: String) throws(AuthError) {
        try check(.write)
        try memory.write(bytes, for: uid)
        state.withLock { $0.holder = uid }
    }

    /// Removes what is kept.
    package func remove() throws(AuthError) {
        try check(.remove)
        try memory.remove()
        state.withLock { $0.holder = nil }
    }

    private func check(_ operation: Operation) throws(AuthError) {
        if let error = state.withLock({ $0.faults[operation] }) { throw error }
    }
}
