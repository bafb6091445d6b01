package import Foundation
package import SesameCore
import SesameWire

/// The two locks of a store: the lease for a refresh, and the lock for short changes.
package struct StoreLocks: Sendable {
    /// A function that takes the refresh lease without waiting. It returns nil while another caller holds the lease.
    package typealias TakeLease = @Sendable () throws(AuthError) -> StoreLease?

    /// The thread that holds the lock; nil while the lock is free.
    private let holder: Locked<ObjectIdentifier?>
    private let lease: TakeLease
    private let turn: @Sendable (() -> Void) throws(AuthError) -> Void

    private init(
        holder: Locked<ObjectIdentifier?> = Locked(nil), lease: @escaping TakeLease,
        turn: @escaping @Sendable (() -> Void) throws(AuthError) -> Void
    ) {
        self.holder = holder
        self.lease = lease
        self.turn = turn
    }

    /// Takes the refresh lease; returns nil while another caller holds it.
    package func tryLease() throws(AuthError) -> StoreLease? {
        try lease()
    }

    /// Runs the function under the store's lock, so that only one call runs at a time. It waits for the lock; a nested
    /// call on the same thread runs at once.
    package func withExclusiveAccess<Value>(_ change: () throws(AuthError) -> Value) throws(AuthError) -> Value {
        let thread = ObjectIdentifier(Thread.current)
        guard holder.withLock({ $0 != thread }) else { return try change() }
        var result: Result<Value, AuthError>?
        try turn {
            holder.withLock { $0 = thread }
            defer { holder.withLock { $0 = nil } }
            result = Result { () throws(AuthError) in try change() }
        }
        guard let result else { throw AuthError(.internal, "the lock did not run the function") }
        return try result.get()
    }

    /// Returns the same locks with another function that takes the lease. The new function receives the earlier one as
    /// its argument.
    package func withLease(_ take: @escaping @Sendable (TakeLease) throws(AuthError) -> StoreLease?) -> StoreLocks {
        StoreLocks(holder: holder, lease: { [lease] () throws(AuthError) in try take(lease) }, turn: turn)
    }

    /// Returns locks for a store that only this process uses.
    package static func inProcess() -> StoreLocks {
        let (isTaken, turn) = (Locked(false), NSLock())
        return StoreLocks(
            lease: { () throws(AuthError) in
                let isFree = isTaken.withLock { isTaken in
                    defer { isTaken = true }
                    return !isTaken
                }
                return isFree ? StoreLease { isTaken.withLock { $0 = false } } : nil
            },
            turn: { (change) throws(AuthError) in turn.withLock { change() } })
    }

    /// Returns locks for a store that only this process uses. Each name always has the same locks.
    package static func inProcess(named name: String) -> StoreLocks {
        byName.withLock { byName in
            let locks = byName[name] ?? .inProcess()
            byName[name] = locks
            return locks
        }
    }

    private static let byName = Locked<[String: StoreLocks]>([:])

    /// Returns locks for a store that several processes use: file locks in a folder that all of them can access. The
    /// system releases them however a process ends.
    package static func files(in folder: URL, name: String) -> StoreLocks {
        let path = folder.appendingPathComponent(name).path
        return StoreLocks(
            lease: { () throws(AuthError) in
                try DiskFile.makeFolder(folder.path)
                guard let descriptor = try DiskFile.tryLock("\(path).lock") else { return nil }
                return StoreLease { DiskFile.unlock(descriptor) }
            },
            turn: { (change) throws(AuthError) in
                try DiskFile.makeFolder(folder.path)
                let descriptor = try DiskFile.lock("\(path).turn")
                defer { DiskFile.unlock(descriptor) }
                change()
            })
    }
}
