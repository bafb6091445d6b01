public import Sesame
public import SesameCore
import SesameWire

/// A store in memory that fails where a test says so, as the store of a locked or full device does.
public final class MockSessionStore: SessionStore {
    /// What can be asked of a store.
    public enum Operation: Hashable, Sendable, CaseIterable {
        /// The session is read.
        case load
        /// The session is stored.
        case save
        /// The session is removed.
        case delete
        /// The queued sign-outs are read.
        case loadRevocations
        /// The queued sign-outs are stored.
        case saveRevocations
        /// The names are read.
        case loadNames
        /// The names are stored.
        case saveNames
        /// The right to refresh is asked for.
        case lease
    }

    private struct Script {
        var faults: [Operation: AuthError] = [:]
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
            for operation in operations.isEmpty ? Operation.allCases : operations { script.faults[operation] = error }
        }
    }

    /// The stored session.
    public func load() throws(AuthError) -> Session? {
        try check(.load)
        return try memory.load()
    }

    /// Stores the session.
    public func save(_ session: Session) throws(AuthError) {
        try check(.save)
        script.withLock { $0.saved.append(session) }
        try memory.save(session)
    }

    /// Removes the session.
    public func delete() throws(AuthError) {
        try check(.delete)
        try memory.delete()
    }

    /// The sign-outs that the server has not heard of yet.
    public func loadRevocations() throws(AuthError) -> [Revocation] {
        try check(.loadRevocations)
        return try memory.loadRevocations()
    }

    /// Stores the sign-outs that the server has not heard of yet.
    public func saveRevocations(_ revocations: [Revocation]) throws(AuthError) {
        try check(.saveRevocations)
        try memory.saveRevocations(revocations)
    }

    /// The names that the server has not acknowledged yet.
    public func loadNames() throws(AuthError) -> [FirstSignInName] {
        try check(.loadNames)
        return try memory.loadNames()
    }

    /// Stores the names that the server has not acknowledged yet.
    public func saveNames(_ names: [FirstSignInName]) throws(AuthError) {
        try check(.saveNames)
        try memory.saveNames(names)
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
        if let error = script.withLock({ $0.faults[operation] }) { throw error }
    }
}
