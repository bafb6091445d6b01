import SesameCore

@testable import Sesame

/// A storage in memory that fails where a test says so.
final class FaultyCacheStorage: CacheStorage {
    enum Operation: Hashable, Sendable {
        case read, write, remove
    }

    private let memory = MemoryCacheStorage()
    private let faults = Locked<[Operation: AuthError]>([:])
    private let holder = Locked<String?>(nil)

    /// Whether nothing is kept of anybody.
    var isEmpty: Bool { holder.withLock { $0 == nil } }

    func fail(_ operation: Operation, with error: AuthError?) {
        faults.withLock { $0[operation] = error }
    }

    func read(for uid: String) throws(AuthError) -> [UInt8]? {
        try check(.read)
        return try memory.read(for: uid)
    }

    func write(_ bytes: [UInt8], for uid: String) throws(AuthError) {
        try check(.write)
        try memory.write(bytes, for: uid)
        holder.withLock { $0 = uid }
    }

    func remove() throws(AuthError) {
        try check(.remove)
        try memory.remove()
        holder.withLock { $0 = nil }
    }

    private func check(_ operation: Operation) throws(AuthError) {
        if let error = faults.withLock({ $0[operation] }) { throw error }
    }
}
