public import SesameCore
import SesameWire

/// Where a device keeps its session.
///
/// Synchronous, because an `await` between a save and a delete would let one overtake the other. Every implementation
/// throws ``SesameCore/AuthError/Code/storageLocked`` while the device is locked and
/// ``SesameCore/AuthError/Code/storageUnavailable`` for every other failure, and writes all or nothing.
public protocol SessionStore: Sendable {
    /// The stored session. Nil means that there is none: "could not be read" is an error, never nil.
    func load() throws(AuthError) -> Session?

    /// Stores the session in place of the last one. When it returns, the session survives a crash.
    func save(_ session: Session) throws(AuthError)

    /// Removes the session. One that is not there is no error.
    func delete() throws(AuthError)

    /// The sign-outs that the server has not heard of yet, oldest first.
    func loadRevocations() throws(AuthError) -> [Revocation]

    /// Stores the sign-outs that the server has not heard of yet in place of the last ones.
    func saveRevocations(_ revocations: [Revocation]) throws(AuthError)

    /// The names that the server has not acknowledged yet, oldest first.
    func loadNames() throws(AuthError) -> [FirstSignInName]

    /// Stores the names that the server has not acknowledged yet in place of the last ones.
    func saveNames(_ names: [FirstSignInName]) throws(AuthError)

    /// Runs the function while nobody else, in any process, is inside this function: for what is read, changed and
    /// stored again. It waits for its turn, so the function must be short, and must not call it again.
    ///
    /// It has nothing to do with the lease, which is held while a server is asked.
    func exclusively<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result

    /// The right to refresh the stored session, for one holder at a time in all processes; nil while another holds it.
    /// It does not wait.
    func tryLease() throws(AuthError) -> StoreLease?
}

/// The right to refresh the stored session; given back by ``release()`` or when the value is let go.
public final class StoreLease: Sendable {
    private let giveBack: Locked<(@Sendable () -> Void)?>

    /// A lease that calls `release` once, when it ends.
    public init(release: @escaping @Sendable () -> Void) {
        giveBack = Locked(release)
    }

    deinit {
        release()
    }

    /// Gives the lease back. A second call does nothing.
    public func release() {
        let release = giveBack.withLock { release in
            defer { release = nil }
            return release
        }
        release?()
    }
}
