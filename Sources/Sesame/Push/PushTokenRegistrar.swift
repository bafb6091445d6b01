public import SesameCore
import SesameWire

/// The registration of the device for push notifications of its signed-in user, and of no other user.
///
/// Use one for each app: ``SesameClient/pushes``, or one created beside a manager. The registrar stores a token until a
/// user is signed in and has a profile, registers the token for their session, retries after a failure, and removes the
/// registration when they sign out:
/// ```swift
/// let registrar = PushTokenRegistrar(
///   service: service, source: source, profiles: profiles, auth: manager, storage: .keychain(name: "prysm"))
/// ContentView().task { await registrar.run() }
/// ```
public actor PushTokenRegistrar: SignOutHandler {
    private let service: any PushTokenService
    private let source: (any PushTokenSource)?
    private let profiles: any ProfileSource
    private let auth: AuthManager
    private let storage: any DeviceStorage
    private let log: (any AuthLog)?
    private let clock: AuthClock
    private let broadcast: StateBroadcast<PushState>

    private var machine: PushMachine
    private var isRestored = false
    /// The record that could not be stored, and is stored at the next event; nil if there is none.
    private var unstored: StoredPushRegistration?
    private var task: Task<Void, Never>?
    private var isFarewellKnown = false

    /// Creates a registrar for the manager's signed-in user.
    /// - Parameters:
    ///   - source: The source of a token if none is known; nil if the app passes tokens itself.
    ///   - profiles: The source that reports if the user's profile exists; ``ProfileStore``, for example.
    ///   - storage: The storage of the token. No backup transfers it to another device.
    ///   - permission: The permission, as far as known. On Apple platforms, which ask the user, nil means not asked
    ///     yet; elsewhere it means granted.
    ///   - random: The source of numbers from 0 up to 1, for the waits between two attempts.
    public init(
        service: some PushTokenService, source: (any PushTokenSource)?, profiles: some ProfileSource,
        auth: AuthManager, storage: StorageLocation, permission: PushPermission? = nil,
        log: (any AuthLog)? = nil, clock: AuthClock = .system,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.service = service
        self.source = source
        self.profiles = profiles
        self.auth = auth
        self.storage = storage.device(.push)
        self.log = log
        self.clock = clock
        let permission = permission ?? .unlessSaid
        broadcast = StateBroadcast(permission.state)
        machine = PushMachine(permission: permission, random: random, makeID: { RandomText.make(bytes: 16) })
    }

    /// The current state of the device's registration, for example for a settings screen.
    public nonisolated var state: PushState { broadcast.state }

    /// A stream of the registration's state, then of each change. Every access creates a new stream.
    public nonisolated var states: AsyncStream<PushState> { broadcast.stream }

    /// Follows the signed-in user and the profiles, until the task is canceled.
    public func run() async {
        if !isFarewellKnown {
            isFarewellKnown = true
            await auth.addSignOutHandler(self)
        }
        async let following: Void = followProfiles()
        for await _ in auth.states { synchronize() }
        await following
    }

    /// Follows the profiles, to learn when the user's profile exists.
    private func followProfiles() async {
        guard let profiles = profiles as? ProfileStore else {
            for await progress in profiles.progress { profileAppeared(for: progress.uid) }
            return
        }
        for await snapshot in profiles.snapshots {
            guard let snapshot, snapshot.origin == .server else { continue }
            profileAppeared(for: snapshot.profile.uid)
        }
    }

    /// Stores a new token from the push service, and registers it once a user is signed in and has a profile.
    public func didReceive(_ token: PushToken) {
        send(.received(token))
    }

    /// Handles an error of the push service; ignored if a token is known or a retry is already scheduled. After a
    /// transient error, the registrar requests a token again later.
    public func didFail(_ error: AuthError) {
        send(.tokenFailed(error))
    }

    /// Adopts a token of an earlier version of the app, unless a token is already known. Throws if the token could not
    /// be stored; the app must then keep it.
    package func importLegacyToken(_ token: PushToken) throws(AuthError) {
        synchronize()
        guard isRestored else { throw AuthError(.storageLocked, "the stored push token cannot be read yet") }
        handle(.inherited(token))
        guard unstored == nil else { throw AuthError(.storageUnavailable, "the push token could not be stored") }
    }

    /// Updates the permission to show notifications. Call this when the permission is known or has changed.
    public func permissionChanged(to permission: PushPermission) {
        send(.permission(permission))
    }

    /// Records that the given user's profile now exists at the server, so that the device can be registered. Ignored if
    /// another user is signed in.
    public func profileAppeared(for uid: String) {
        send(.profileAppeared(uid: uid))
    }

    /// Retries failed operations. Call this at every return to the foreground.
    public func retry() {
        send(.retried)
    }

    /// Removes the registration of a session before the session ends at the server. Without a network the server
    /// removes the registration with the session.
    func sessionWillEnd(_ session: Session) async {
        synchronize()
        guard let installation = machine.leave(session.id) else { return }
        do throws(AuthError) {
            try await service.remove(installation: installation, of: session)
            log?.record(AuthEvent(.pushRemoved))
        } catch {
            log?.record(AuthEvent(.pushRemovalFailed, code: error.code))
        }
    }
}

// MARK: Effects

extension PushTokenRegistrar {
    private func send(_ event: PushMachine.Event) {
        synchronize()
        handle(event)
    }

    /// Reads the stored record, if possible, and updates the signed-in user, because the session's stream may lag
    /// behind.
    private func synchronize() {
        if !isRestored { restore() }
        if let unstored { store(unstored) }
        switch auth.state {
        case .unresolved, .locked: break
        case .signedIn(let user):
            guard let session = auth.sessionID else { break }
            handle(.owner(PushOwner(uid: user.uid, session: session)))
        case .signedOut: handle(.owner(nil))
        }
    }

    private func restore() {
        let stored = Result { () throws(AuthError) in try storage.read() }
        // On a locked device the next event retries. A record that cannot be read for another reason is created anew.
        if case .failure(let error) = stored, error.code == .storageLocked { return }
        isRestored = true
        handle(.restored(StoredPushRegistration(storedForm: (try? stored.get()) ?? [])))
    }

    private func handle(_ event: PushMachine.Event) {
        for effect in machine.handle(event, at: clock.now) { carryOut(effect) }
        let state = machine.state(at: clock.now)
        if state != broadcast.state { broadcast.publish(state) }
    }

    private func carryOut(_ effect: PushMachine.Effect) {
        switch effect {
        case .store(let record): store(record)
        case .cancel: task?.cancel()
        case .askForToken(let number):
            task = Task { [source] in
                let answer = await Result { () async throws(AuthError) in try await source?.currentToken() }
                send(.tokenAnswered(answer, number: number))
            }
        case .askForProfile(let owner, let number):
            task = Task { [profiles] in
                send(.profileAnswered(await profiles.exists(for: owner.uid, auth: auth), number: number))
            }
        case .register(let token, let installation, let owner, let number):
            task = Task { await register(token, installation, owner, number) }
        case .wait(let duration, let number):
            task = Task { [weak self, clock] in
                guard (try? await clock.sleep(for: duration)) != nil else { return }
                await self?.send(.waited(number: number))
            }
        }
    }

    private func register(_ token: PushToken, _ installation: String, _ owner: PushOwner, _ number: Int) async {
        let answer = await Result { () async throws(AuthError) in
            try await service.register(token, installation: installation, for: owner.uid)
        }
        switch answer {
        case .success: log?.record(AuthEvent(.pushRegistered))
        case .failure(let error): log?.record(AuthEvent(.pushRegistrationFailed, code: error.code))
        }
        send(.registered(answer, number: number))
    }

    private func store(_ record: StoredPushRegistration) {
        do throws(AuthError) {
            try storage.write(record.storedForm.serialized())
            unstored = nil
        } catch {
            unstored = record
        }
    }
}

extension ProfileSource {
    fileprivate func exists(for uid: String, auth: AuthManager) async -> Result<Bool, AuthError> {
        guard let user = auth.auth, user.uid.hasSameBytes(as: uid) else { return .failure(.superseded) }
        switch await load(for: user) {
        case .found: return .success(true)
        case .missing: return .success(false)
        case .failed(let error): return .failure(error)
        }
    }
}

extension PushPermission {
    /// The permission to assume until the app reports it: not asked on Apple platforms, granted elsewhere.
    static var unlessSaid: PushPermission {
        #if canImport(Darwin)
            .notAsked
        #else
            .granted
        #endif
    }

    /// The state of the registration that follows from the permission alone.
    fileprivate var state: PushState {
        switch self {
        case .notAsked: .notAsked
        case .denied: .denied
        case .granted: .waitingForToken
        }
    }
}
