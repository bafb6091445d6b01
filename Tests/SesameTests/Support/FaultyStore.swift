import SesameCore

@testable import Sesame

/// A store in memory that fails where a test says so, as a locked or full device does.
final class FaultyStore: SessionStore {
    enum Operation: Hashable, Sendable {
        case load, save, delete, loadRevocations, saveRevocations, loadNames, saveNames, lease
    }

    private let memory: MemorySessionStore
    private let faults = Locked<[Operation: AuthError]>([:])
    private let saved = Locked<[String]>([])

    init(_ session: Session? = nil) {
        memory = MemorySessionStore(session)
    }

    /// The access tokens that were stored, in order.
    var savedTokens: [String] { saved.withLock { $0 } }

    func fail(_ operations: Operation..., with error: AuthError?) {
        faults.withLock { faults in
            for operation in operations { faults[operation] = error }
        }
    }

    func load() throws(AuthError) -> Session? {
        try check(.load)
        return try memory.load()
    }

    func save(_ session: Session) throws(AuthError) {
        try check(.save)
        saved.withLock { $0.append(session.accessToken.exposed) }
        try memory.save(session)
    }

    func delete() throws(AuthError) {
        try check(.delete)
        try memory.delete()
    }

    func loadRevocations() throws(AuthError) -> [Revocation] {
        try check(.loadRevocations)
        return try memory.loadRevocations()
    }

    func saveRevocations(_ revocations: [Revocation]) throws(AuthError) {
        try check(.saveRevocations)
        try memory.saveRevocations(revocations)
    }

    func loadNames() throws(AuthError) -> [FirstSignInName] {
        try check(.loadNames)
        return try memory.loadNames()
    }

    func saveNames(_ names: [FirstSignInName]) throws(AuthError) {
        try check(.saveNames)
        try memory.saveNames(names)
    }

    func exclusively<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try memory.exclusively(change)
    }

    func tryLease() throws(AuthError) -> StoreLease? {
        try check(.lease)
        return try memory.tryLease()
    }

    private func check(_ operation: Operation) throws(AuthError) {
        if let error = faults.withLock({ $0[operation] }) { throw error }
    }
}

extension AuthError {
    static let isOffline = AuthError(.offline, "no network")
    static let isLocked = AuthError(.storageLocked, "the device is locked")
    static let isFull = AuthError(.storageUnavailable, "no space left")
}
