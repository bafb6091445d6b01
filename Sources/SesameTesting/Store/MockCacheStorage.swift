public import Sesame
public import SesameCore
import SesameWire

/// A storage in memory for one user's data, which fails as scripted by a test, like that of a locked or full device;
/// see ``Sesame/StorageLocation/mock(sessions:outbox:profile:device:caches:)``.
public final class MockCacheStorage: CacheStorage {
    /// An operation of the storage.
    public enum Operation: Hashable, Sendable, CaseIterable {
        /// A call of `read(for:)`.
        case read
        /// A call of `write(_:for:)`, which replaces the content.
        case write
        /// A call of `remove()`, which removes the content of any user.
        case remove
    }

    private let memory = MemoryCacheStorage()
    private let state = Locked((faults: [Operation: AuthError](), ownerUID: String?.none))

    /// Creates an empty storage.
    public init() {}

    /// The uid of the user whose data is stored; nil if the storage is empty.
    public var ownerUID: String? { state.withLock { $0.ownerUID } }

    /// Makes the given operations, or all of them if none is given, fail with the error from now on; nil makes them
    /// succeed again.
    public func fail(_ operations: Operation..., with error: AuthError?) {
        state.withLock { state in
            for operation in operations.isEmpty ? Operation.allCases : operations { state.faults[operation] = error }
        }
    }

    /// Returns the content that the given user can read, or throws the scripted error.
    package func read(for uid: String) throws(AuthError) -> CacheContent {
        try check(.read)
        return try memory.read(for: uid)
    }

    /// Replaces the content with bytes of the given user, or throws the scripted error.
    package func write(_ bytes: [UInt8], for uid: String) throws(AuthError) {
        try check(.write)
        try memory.write(bytes, for: uid)
        state.withLock { $0.ownerUID = uid }
    }

    /// Removes the content of any user, or throws the scripted error.
    package func remove() throws(AuthError) {
        try check(.remove)
        try memory.remove()
        state.withLock { $0.ownerUID = nil }
    }

    private func check(_ operation: Operation) throws(AuthError) {
        if let error = state.withLock({ $0.faults[operation] }) { throw error }
    }
}
