public import Observation
import SesameCore

/// The observable state of an app's sign-in and onboarding screens, for its views.
///
/// Create one for the app, and run ``run()`` as long as the app is shown:
/// ```swift
/// ContentView().environment(state).task { await state.run() }
/// ```
@MainActor @Observable public final class AppState {
    /// The state machine with the screen, the running operation and the last error.
    private(set) var flow = AppFlow()

    @ObservationIgnored let auth: AuthManager
    @ObservationIgnored private let profiles: any ProfileSource
    @ObservationIgnored private let cache: UserCache<OnboardingState>
    @ObservationIgnored private var cacheWork: Task<Void, Never>?
    /// The last attempt to link a sign-in method, which is repeated after the user's confirmation; nil if there is
    /// none.
    @ObservationIgnored var waitingLink: (@Sendable (AuthManager) async throws(AuthError) -> Void)?
    /// True if the user has canceled the running action, so that no confirmation is requested for it.
    @ObservationIgnored var isActGivenUp = false

    /// Creates the state for the manager's session and the onboarding that the profiles report.
    /// - Parameter cache: The cache of the onboarding's state, so that users who have completed it reach the app
    ///   without a network. In memory by default, which suffices for a source that stores the state itself, such as
    ///   ``ProfileStore``.
    public init(
        auth: AuthManager, profiles: some ProfileSource,
        cache: UserCache<OnboardingState> = UserCache(at: .memory, name: "onboarding")
    ) {
        self.auth = auth
        self.profiles = profiles
        self.cache = cache
    }

    /// The screen to show now, which follows the session and the user's onboarding.
    public var screen: AppScreen { flow.screen }

    /// The last error, until it is dismissed, or another operation or screen begins; nil if there is none.
    public var problem: AuthError? { flow.problem }

    /// The second-factor form that confirms the user's action, for example the deletion; nil while no action needs one.
    /// Show the form in front of the screen, and handle it like the form of ``AppScreen/secondFactor(_:)``.
    public var confirmation: SecondFactorForm? { flow.confirmation }

    /// The steps that remain for the user after the last deletion; nil if there are none. Show them beside the screen
    /// until the user dismisses them.
    public var deletion: AccountDeletion? { flow.deletion }

    /// True while the work behind the launch or loading screen runs. On these two screens, false means that it failed:
    /// offer ``retry()``. On all other screens it is always false.
    public var isWaiting: Bool { flow.isWaiting }

    /// True while an operation of the user runs, for example a sign-in: buttons show progress meanwhile.
    public var isBusy: Bool { flow.activity != nil }

    /// Restores the session, then follows it and the user's progress until the task is canceled.
    public func run() async {
        let states = auth.states
        carryOut([.restore])
        async let following: Void = follow(profiles.progress)
        for await _ in states { synchronize() }
        await following
    }

    private func follow(_ stream: AsyncStream<OnboardingProgress>) async {
        for await progress in stream { send(.progressed(progress)) }
    }

    /// Retries a failed restore of the session or load of the profile. Call this when the user asks, after an unlock,
    /// and when the app returns to the foreground, except on the sign-in screens, because a retry clears ``problem``.
    public func retry() {
        send(.retried)
    }

    /// Clears ``problem``. Also drops an action that waits for confirmation, unless ``confirmation`` is shown.
    public func dismissProblem() {
        send(.problemDismissed)
    }

    /// Clears ``deletion``, after the user has read the remaining steps.
    public func dismissDeletion() {
        send(.deletionDismissed)
    }
}

// MARK: Effects

extension AppState {
    func send(_ event: AppEvent) {
        carryOut(handle(event))
    }

    /// Applies the newest state of the session, because the session's stream may lag behind, then handles the event.
    /// Returns the effects to carry out, in order.
    func handle(_ event: AppEvent) -> [AppEffect] {
        synchronize()
        return change(event)
    }

    private func change(_ event: AppEvent) -> [AppEffect] {
        var next = flow
        let effects = next.handle(event)
        // A waiting link belongs to one user, and may contain their password.
        if flow.session.user?.uid != next.session.user?.uid { waitingLink = nil }
        // Every assignment redraws the views.
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
                if state == nil { state = await profiles.cachedState(for: uid) }
                return state.map { .cached($0, load: load) }
            }
        case .load(let user, let load):
            Task { [profiles] in send(.loaded(await profiles.load(for: user), load: load)) }
        case .remember(let state, let uid):
            enqueue { [cache] in
                // If saving fails, the next launch asks the server again.
                try? cache.save(state, for: uid)
                return nil
            }
        case .run, .signOut: break  // Whoever has set it going waits for it.
        }
    }

    /// Runs the cache's work off the main actor, in order.
    private func enqueue(_ work: @escaping @Sendable @concurrent () async -> AppEvent?) {
        cacheWork = Task { [last = cacheWork] in
            await last?.value
            if let event = await work() { send(event) }
        }
    }

    /// Runs an operation of the user, and returns its result; nil if the operation failed or could not begin, for
    /// example because another one runs.
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
