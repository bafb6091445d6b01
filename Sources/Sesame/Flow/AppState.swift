public import Observation
import SesameCore

/// The state of what an app shows, for its views: carries out what a state machine decides.
///
/// Make one for the app, and let ``run()`` go on as long as the app is shown:
/// ```swift
/// ContentView().environment(state).task { await state.run() }
/// ```
@MainActor @Observable public final class AppState {
    /// The screen, the running operation and the last error.
    private(set) var flow = AppFlow()

    @ObservationIgnored let auth: AuthManager
    @ObservationIgnored private let profiles: any ProfileSource
    @ObservationIgnored private let cache: UserCache<OnboardingState>
    @ObservationIgnored private var cacheWork: Task<Void, Never>?
    /// The link that was begun last: what waits until the person has confirmed it is begun again.
    @ObservationIgnored var waitingLink: (@Sendable (AuthManager) async throws(AuthError) -> Void)?
    /// True once nobody is there any more to ask for the proof of what runs.
    @ObservationIgnored var isActGivenUp = false

    /// The state over a manager and the profiles.
    /// - Parameter cache: Where it is kept who has finished the onboarding, so that they get into the app without a
    ///   network. In memory unless one is given: profiles that remember it, as ``ProfileStore`` does, need none.
    public init(
        auth: AuthManager, profiles: some ProfileSource,
        cache: UserCache<OnboardingState> = UserCache(at: .memory, name: "onboarding")
    ) {
        self.auth = auth
        self.profiles = profiles
        self.cache = cache
    }

    /// The screen to show.
    public var screen: AppScreen { flow.screen }

    /// The last error.
    public var problem: AuthError? { flow.problem }

    /// The form by which the person confirms what they want, the deletion for one, once the server asks for that and the account
    /// has a second factor: show it in front of the screen. It goes the way of the form of ``AppScreen/secondFactor(_:)``.
    public var confirmation: SecondFactorForm? { flow.confirmation }

    /// The steps that the last deletion leaves to the user: show them beside the screen until they put them away.
    public var deletion: AccountDeletion? { flow.deletion }

    /// True if what the screen waits for still goes on; if not, offer ``retry()``.
    public var isWaiting: Bool { flow.isWaiting }

    /// True while something runs that the person has set going, a sign-in for one: buttons show progress meanwhile.
    public var isBusy: Bool { flow.activity != nil }

    /// Restores the session, then follows it, and how far the person comes, until the task is cancelled.
    public func run() async {
        let states = auth.states
        carryOut([.restore])
        async let following: Void = follow(profiles.progress)
        for await _ in states { synchronize() }
        await following
    }

    private func follow(_ stream: AsyncStream<ProfileProgress>) async {
        for await progress in stream { send(.progressed(progress)) }
    }

    /// Tries again what stands in the way: when the person asks, at every return to the foreground, after an unlock.
    public func retry() {
        send(.retried)
    }

    /// Puts the last error away.
    public func dismissProblem() {
        send(.problemDismissed)
    }

    /// Puts away what the last deletion leaves to the person.
    public func dismissDeletion() {
        send(.deletionDismissed)
    }
}

// MARK: Effects

extension AppState {
    func send(_ event: AppEvent) {
        carryOut(handle(event))
    }

    /// Takes in the event after the newest state of the session: a stream may lag behind.
    func handle(_ event: AppEvent) -> [AppEffect] {
        synchronize()
        return change(event)
    }

    private func change(_ event: AppEvent) -> [AppEffect] {
        var next = flow
        let effects = next.handle(event)
        // A link that waits is of one person alone, and may hold their password.
        if flow.session.user?.uid != next.session.user?.uid { waitingLink = nil }
        // A view is drawn anew at every assignment.
        if next != flow { flow = next }
        return effects
    }

    func synchronize() {
        let state = auth.state
        cache.observe(state)
        carryOut(change(.session(state)))
    }

    private func carryOut(_ effects: [AppEffect]) {
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: AppEffect) {
        switch effect {
        case .restore:
            Task {
                await auth.restore()
                send(.restored)
            }
        case .readCache(let uid, let load):
            enqueue { [cache, profiles] in
                var state = cache.read(for: uid).value
                if state == nil { state = await profiles.remembered(for: uid) }
                return state.map { .cached($0, load: load) }
            }
        case .load(let user, let load):
            Task { [profiles] in send(.loaded(await profiles.load(for: user), load: load)) }
        case .remember(let state, let uid):
            enqueue { [cache] in
                // What cannot be remembered is asked again at the next launch.
                try? cache.save(state, for: uid)
                return nil
            }
        case .run, .signOut: break  // Whoever has set it going waits for it.
        }
    }

    /// Runs the cache's work off the main actor, in the order in which it was asked for.
    private func enqueue(_ work: @escaping @Sendable @concurrent () async -> AppEvent?) {
        cacheWork = Task { [last = cacheWork] in
            await last?.value
            if let event = await work() { send(event) }
        }
    }

    /// Runs what the person has set going; nil when it failed, or something else runs.
    @discardableResult
    func perform<Answer: Sendable>(
        _ kind: AppActivity.Kind, _ body: () async throws(AuthError) -> Answer
    ) async -> Answer? {
        guard case .run(let activity)? = handle(.began(kind)).first else { return nil }
        let result = await Result { () async throws(AuthError) in try await body() }
        send(.ended(result.failure, number: activity.number))
        return try? result.get()
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
