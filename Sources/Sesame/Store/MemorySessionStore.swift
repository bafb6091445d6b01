import Foundation
public import SesameCore
import SesameWire

/// A store that forgets all when the process ends: for tests, previews, and apps that must leave nothing behind.
public final class MemorySessionStore: SessionStore {
    private struct Contents {
        var session: Session?
        var revocations: [Revocation] = []
        var names: [FirstSignInName] = []
        var isLeased = false
    }

    private let contents: Locked<Contents>
    private let turn = NSLock()

    /// A store, empty or with a session.
    public init(_ session: Session? = nil) {
        contents = Locked(Contents(session: session))
    }

    /// The stored session.
    public func load() throws(AuthError) -> Session? {
        contents.withLock { $0.session }
    }

    /// Stores the session.
    public func save(_ session: Session) throws(AuthError) {
        contents.withLock { $0.session = session }
    }

    /// Removes the session.
    public func delete() throws(AuthError) {
        contents.withLock { $0.session = nil }
    }

    /// The sign-outs that the server has not heard of yet.
    public func loadRevocations() throws(AuthError) -> [Revocation] {
        contents.withLock { $0.revocations }
    }

    /// Stores the sign-outs that the server has not heard of yet.
    public func saveRevocations(_ revocations: [Revocation]) throws(AuthError) {
        contents.withLock { $0.revocations = revocations }
    }

    /// The names that the server has not acknowledged yet.
    public func loadNames() throws(AuthError) -> [FirstSignInName] {
        contents.withLock { $0.names }
    }

    /// Stores the names that the server has not acknowledged yet.
    public func saveNames(_ names: [FirstSignInName]) throws(AuthError) {
        contents.withLock { $0.names = names }
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
