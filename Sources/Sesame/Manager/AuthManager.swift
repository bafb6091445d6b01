package import SesameCore
import SesameWire

/// The manager of the session on this device, and the way to sign in and out.
///
/// One for each app and store. It keeps one session, hands out access tokens that work, and signs nobody out but for
/// what the server says in so many words: no network, a server that is down or a locked device is none of it.
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
    /// Sign-outs that could not be stored.
    var unstoredRevocations: [Revocation] = []
    /// Names that could not be stored.
    var unstoredNames: [FirstSignInName] = []
    /// The sign-ins that wait for a form, a second factor or a choice between two accounts, the newest last.
    var pendingSignIns: [PendingSignIn] = []
    /// The second factors that were begun, as far as the back end keeps nothing of them.
    var begunFactors: [SecondFactorKind: BegunFactor] = [:]
    /// The work to do with a session before the server ends it.
    var farewells: [@Sendable () -> (any SessionFarewell)?] = []
    /// The sessions that are signed out and of which leave is still being taken, by id.
    var departing: Set<String> = []
    /// The session that has ended and may still be in the store.
    var dueDeletion: DueDeletion?

    /// A manager for the back end and the place to keep the session. It reads nothing before it is asked to.
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

    /// The state as it is known now: who uses the app, if anybody.
    public nonisolated var state: AuthState { broadcast.state }

    /// The signed-in user, as far as is known.
    public nonisolated var auth: UserAuthInfo? { broadcast.state.user }

    /// The id at the server of the session that is used, as far as is known.
    package nonisolated var sessionID: String? { currentSession.withLock { $0?.id } }

    /// The guest who has become part of that account in the session that is used, as far as is known.
    nonisolated func guest(mergedInto uid: String) -> String? {
        currentSession.withLock { $0.flatMap { $0.user.uid.hasSameBytes(as: uid) ? $0.mergedGuest : nil } }
    }

    /// The id at Apple of whoever has signed in with Apple on this device, as far as is known.
    package var appleUser: Secret? { machine.session?.appleUser }

    /// The current state, then each change, also that of the session alone. Every call makes a stream of its own.
    public nonisolated var states: AsyncStream<AuthState> { broadcast.stream }

    /// The things that happen from now on: sign-ins, upgrades and merges, changes of a password or a second factor,
    /// sign-outs, the end of the account. A log gets the same, and what becomes of registrations for pushes.
    ///
    /// Every call makes a stream of its own; one that is kept and not read keeps all of them.
    public nonisolated var events: AsyncStream<AuthEvent> { occurrences.stream }

    /// Tells of something that happened.
    nonisolated func record(_ event: AuthEvent) {
        log?.record(event)
        occurrences.publish(event)
    }

    /// Reads from the store who is signed in. Needs no network and can be repeated: when the device was unlocked,
    /// when the app comes to the foreground. Where the session is locked for its person, they are asked.
    @discardableResult
    public func restore() async -> AuthState {
        read(readStore())
        if let error = await unlock(), error.code != .storageLocked { read(.failure(error)) }
        deliverRevocationsInBackground()
        return machine.authState
    }

    /// Asks the person to unlock the session, where the store is locked for them, and reads it then.
    /// - Returns: What keeps it locked, if anything does.
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

    /// Reads the store where that has not succeeded yet; throws what stands in the way.
    func resolve() throws(AuthError) {
        guard !machine.isResolved else { return }
        let stored = readStore()
        read(stored)
        if case .failure(let error) = stored { throw error }
    }

    /// Takes in what the store holds.
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
        // Another session of the same person is no other state, but whoever listens may have something to do for it.
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
    package static let nobody = AuthError(.notAuthenticated, "nobody is signed in")

    static let guestWouldBeLost = AuthError(
        .guestSignedIn,
        "this credential cannot be linked here: sign in with `replacingGuest` to leave the guest's account behind")
}
