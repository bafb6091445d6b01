public import SesameCore

/// Who is signed in on this device, and the way to sign in and out.
///
/// One for each app and store. It keeps one session, hands out access tokens that work, and signs nobody out but for
/// what the server says in so many words: no network, a server that is down or a locked device is none of it.
public actor AuthManager {
    let service: any AuthService
    let store: any SessionStore
    let clock: AuthClock
    let broadcast = StateBroadcast()

    var machine = SessionMachine() {
        didSet { broadcast.publish(machine.authState) }
    }
    var gate = SignInGate()
    var refreshes: [Int: Task<Result<Session, AuthError>, Never>] = [:]
    var delivery: Task<Void, Never>?
    /// Sign-outs that could not be stored.
    var unstoredRevocations: [Revocation] = []
    /// Whether the store still holds a session that has ended, because it could not be removed.
    var isDeletionDue = false

    /// A manager for the back end and the place to keep the session. It reads nothing before it is asked to.
    public init(service: some AuthService, store: some SessionStore, clock: AuthClock = .system) {
        self.service = service
        self.store = store
        self.clock = clock
    }

    /// What is known now about who uses the app.
    public nonisolated var state: AuthState { broadcast.state }

    /// Who is signed in, as far as is known.
    public nonisolated var auth: UserAuthInfo? { broadcast.state.user }

    /// The current state, then each change. Every call makes a stream of its own.
    public nonisolated var states: AsyncStream<AuthState> { broadcast.stream }

    /// The id of the account that is signed in. Throws ``SesameCore/AuthError/Code/notAuthenticated`` when there is
    /// none.
    public nonisolated func getAuthId() throws(AuthError) -> String {
        guard let auth else { throw .nobody }
        return auth.uid
    }

    /// Reads from the store who is signed in. Needs no network and can be repeated: when the device was unlocked,
    /// when the app comes to the foreground.
    @discardableResult
    public func restore() async -> AuthState {
        machine.read(readStore())
        deliverRevocationsInBackground()
        return machine.authState
    }

    /// Reads the store where that has not succeeded yet; throws what stands in the way.
    func resolve() throws(AuthError) {
        guard !machine.isResolved else { return }
        let stored = readStore()
        machine.read(stored)
        if case .failure(let error) = stored { throw error }
    }
}

extension AuthError {
    static let nobody = AuthError(.notAuthenticated, "nobody is signed in")
}
