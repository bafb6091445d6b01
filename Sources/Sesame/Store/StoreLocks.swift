package import Foundation
package import SesameCore
import SesameWire

/// The locks by which the users of one store keep out of one another's way.
package struct StoreLocks: Sendable {
    /// Takes the lease of a refresh; nil while another one holds it. It does not wait.
    package typealias TakeLease = @Sendable () throws(AuthError) -> StoreLease?

    /// The thread that has the turn.
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

    /// The lease of a refresh, if nobody has it.
    package func tryLease() throws(AuthError) -> StoreLease? {
        try lease()
    }

    /// Runs the function while no other is run. It waits for its turn; within the function the turn is had already.
    package func exclusively<Value>(_ change: () throws(AuthError) -> Value) throws(AuthError) -> Value {
        let thread = ObjectIdentifier(Thread.current)
        guard holder.withLock({ $0 != thread }) else { return try change() }
        var result: Result<Value, AuthError>?
        try turn {
            holder.withLock { $0 = thread }
            defer { holder.withLock { $0 = nil } }
            result = Result { () throws(AuthError) in try change() }
        }
        guard let result else { throw AuthError(.internal, "a lock ran nothing") }
        return try result.get()
    }

    /// The same locks with another way to the lease, which is given the way that there was.
    package func leasing(_ take: @escaping @Sendable (TakeLease) throws(AuthError) -> StoreLease?) -> StoreLocks {
        StoreLocks(holder: holder, lease: { [lease] () throws(AuthError) in try take(lease) }, turn: turn)
    }

    /// For a store that only this process uses.
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

    /// For a store that only this process uses, however often it is made: the same locks for the same name.
    package static func inProcess(named name: String) -> StoreLocks {
        byName.withLock { byName in
            let locks = byName[name] ?? .inProcess()
            byName[name] = locks
            return locks
        }
    }

    private static let byName = Locked<[String: StoreLocks]>([:])

    /// For a store that several processes use: locks on files in a folder that all of them can reach. A process that
    /// ends, in whatever way, gives them back.
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
