package import SesameCore
import SesameWire

/// The manager of the session on this device, with sign-in and sign-out.
///
/// Create one for each app and store. It manages one session and returns valid access tokens. On its own, it signs the
/// user out only if the server explicitly reports that the session has ended: a missing network, a server that is down
/// or a locked device never causes a sign-out.
public actor AuthManager: AuthManagerProtocol, AccessTokenSource, SignInPerforming, AccountLinking, PasswordManaging,
    SecondFactorManaging, AccountManaging
{
    let service: any AuthServiceProtocol
    let store: any SessionStore
    private let log: (any AuthLog)?
    let clock: AuthClock
    let apple: (any CredentialSource)?
    let google: (any CredentialSource)?
    let broadcast = StateBroadcast(AuthState.unresolved)
    private let occurrences = Broadcast<AuthEvent>()
    private let currentSession = Locked<Session?>(nil)

    var machine = SessionMachine() {
        didSet { publish(oldValue.authState) }
    }
    var gate = SignInGate()
    var refreshes: [Int: Task<Result<Session, AuthError>, Never>] = [:]
    var delivery: Task<Void, Never>?
    /// The revocations that could not be stored in the queue.
    var unstoredRevocations: [Revocation] = []
    /// The names from Apple that could not be stored.
    var unstoredNames: [FirstSignInName] = []
    /// The sign-ins that wait for a form, a second factor or a choice between two accounts, the newest last.
    var pendingSignIns: [PendingSignIn] = []
    /// The pending second factors that the back end does not store.
    var begunFactors: [SecondFactorKind: PendingFactorEnrollment] = [:]
    /// The sign-out handlers, each in a closure that returns nil once the handler is deallocated.
    var signOutHandlers: [@Sendable () -> (any SignOutHandler)?] = []
    /// The ids of sessions that are signed out, but whose ``SignOutHandler`` work still runs.
    var departing: Set<String> = []
    /// The session that has ended and may still be in the store; nil if there is none.
    var dueDeletion: DueDeletion?

    /// Creates a manager for the back end and the session's store. It reads stored data only when a method needs it,
    /// for example ``restore()``.
    /// - Parameters:
    ///   - apple: The source of ``signInWithApple()``; nil for none.
    ///   - google: The source of ``signInWithGoogle(role:replacingGuest:)``; nil for none.
    public init(
        service: some AuthServiceProtocol, store: some SessionStore, log: (any AuthLog)? = nil,
        clock: AuthClock = .system, apple: (any CredentialSource)? = nil, google: (any CredentialSource)? = nil
    ) {
        self.service = service
        self.store = store
        self.log = log
        self.clock = clock
        self.apple = apple
        self.google = google
    }

    /// The session's current state, with the user if one is signed in.
    public nonisolated var state: AuthState { broadcast.state }

    /// The signed-in user; nil if no user is signed in, or if the session could not be read yet.
    public nonisolated var auth: UserAuthInfo? { broadcast.state.user }

    /// The current session's id at the server; nil if no user is signed in, or if the session could not be read yet.
    package nonisolated var sessionID: String? { currentSession.withLock { $0?.id } }

    /// Returns the uid of the guest who was merged into the given account in the current session; nil if none is known.
    nonisolated func guest(mergedInto uid: String) -> String? {
        currentSession.withLock { $0.flatMap { $0.user.uid.hasSameBytes(as: uid) ? $0.mergedGuest : nil } }
    }

    /// The signed-in user's id at Apple; nil if they did not sign in with Apple on this device.
    package var appleUser: Secret? { machine.session?.appleUser }

    /// A stream of the current state, then of each change, including a new session of the same user. Every access
    /// creates a new stream.
    public nonisolated var states: AsyncStream<AuthState> { broadcast.stream }

    /// A stream of the events from now on, such as sign-ins, refreshes, upgrades, changes of a password or a second
    /// factor, sign-outs, and the account's deletion. A log receives the same events, and also the results of push
    /// registrations.
    ///
    /// Every access creates a new stream. A stream that is retained but not read buffers all events.
    public nonisolated var events: AsyncStream<AuthEvent> { occurrences.stream }

    /// Publishes an event to the streams and the log.
    nonisolated func record(_ event: AuthEvent) {
        log?.record(event)
        occurrences.publish(event)
    }

    /// Reads the session from the store, and returns the resulting state. The call needs no network and can be
    /// repeated, for example after an unlock or a return to the foreground. If the session is locked, the user is asked
    /// to unlock it.
    @discardableResult
    public func restore() async -> AuthState {
        read(readStore())
        if let error = await unlock(), error.code != .storageLocked { read(.failure(error)) }
        sendPendingRevocationsInBackground()
        return machine.authState
    }

    /// Asks the user to unlock the session if the store is locked, and then reads the session.
    /// - Returns: The error of a failed unlock; nil if the unlock succeeded, or if the user was not asked.
    func unlock() async -> AuthError? {
        guard machine.state == .locked, let personal = store as? any PersonalStore else { return nil }
        do throws(AuthError) {
            try await personal.unlock()
        } catch {
            return error
        }
        read(readStore())
        return nil
    }

    /// Reads the store if that has not succeeded yet. Throws the error that prevents it.
    func resolve() throws(AuthError) {
        guard !machine.isResolved else { return }
        let stored = readStore()
        read(stored)
        if case .failure(let error) = stored { throw error }
    }

    /// Applies the result of reading the store to the state, and records a restored or unreadable session.
    func read(_ stored: Result<Session?, AuthError>) {
        let before = machine.authState
        machine.read(stored)
        switch stored {
        case .success:
            if before.user == nil, machine.session != nil { record(AuthEvent(.sessionRestored)) }
        case .failure(let error):
            if error.code != .storageLocked { record(AuthEvent(.sessionUnreadable, code: error.code)) }
        }
    }

    private func publish(_ before: AuthState) {
        let state = machine.authState
        let isOtherSession = currentSession.withLock { current in
            defer { current = machine.session }
            return current?.id.hasSameBytes(as: machine.session?.id ?? "") == false
        }
        // Another session of the same user is the same state, but listeners may need to react to it.
        guard state != before || isOtherSession else { return }
        broadcast.publish(state)
        switch (before, state) {
        case (.signedOut, .signedOut), (_, .signedOut(.noSession)): break
        case (_, .signedOut(let reason)): record(AuthEvent(.signedOut, reason: reason))
        case (_, .locked): record(AuthEvent(.sessionLocked, code: .storageLocked))
        default: break
        }
    }
}

extension AuthError {
    package static let nobody = AuthError(.notAuthenticated, "no user is signed in")

    static let guestWouldBeLost = AuthError(
        .guestSignedIn,
        "this sign-in cannot keep the guest account; sign in with `replacingGuest` to abandon it")
}
