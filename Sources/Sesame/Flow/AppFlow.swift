import SesameCore

/// The rules of what an app shows, without any I/O: what happens goes in, what is to be done comes out.
///
/// Onboarding begins and goes on only where the server has said how far the person has come. A load that failed changes
/// no screen but to offer another try, and nothing ever follows from it that would be written.
public struct AppFlow: Sendable, Equatable {
    /// What is to be shown.
    public private(set) var screen = AppScreen.launching
    /// What the person has set going, if it still runs.
    public private(set) var activity: AppActivity?
    /// What went wrong last, until something else happens.
    public private(set) var problem: AppProblem?

    /// Who uses the app, as was last heard.
    private(set) var session = AuthState.unresolved
    /// How far the person has come, by the server's word or the app's; nil while it is not known for this session.
    private var progress: OnboardingState?
    private var isLoading = false
    private var loadNumber = 0
    private var activityNumber = 0

    /// The flow of an app that has just been launched.
    public init() {}

    /// Takes in what has happened and says what is to be done, in this order.
    public mutating func handle(_ event: AppEvent) -> [AppEffect] {
        switch event {
        case .session(let state): return sessionChanged(to: state)
        case .restored: return restored()
        case .cached(let state, let load): return cached(state, load)
        case .loaded(let answer, let load): return loaded(answer, load)
        case .retried: return retried()
        case .began(let activity): return began(activity)
        case .ended(let error, let number): return ended(error, number)
        case .signedOut: return signedOut()
        case .authenticated(let uid): return authenticated(uid)
        case .onboardingStarted: return onboardingStarted()
        case .onboardingStepped(let step): return onboardingStepped(to: step)
        case .onboardingCompleted: return onboardingCompleted()
        case .registrationFilled(let registration): return registrationFilled(registration)
        case .registrationCancelled: return registrationCancelled()
        case .problemDismissed:
            problem = nil
            return []
        }
    }
}

// MARK: Session

extension AppFlow {
    private mutating func sessionChanged(to state: AuthState) -> [AppEffect] {
        let last = session
        session = state
        switch state {
        case .signedIn(let user):
            guard let lastUser = last.user, lastUser.uid.hasSameBytes(as: user.uid) else { return enter(user) }
            screen = screen.with(user)
            return []
        case .signedOut(let reason):
            // A form that is being filled in outlives what is said again about nobody.
            if last.isSignedOut, case .registration = screen { return [] }
            return leave(to: .welcome(reason))
        case .locked: return leave(to: .locked)
        case .unresolved: return last == .unresolved ? [] : leave(to: .launching)
        }
    }

    private mutating func enter(_ user: UserAuthInfo) -> [AppEffect] {
        _ = leave(to: .loading(user))
        return [.readCache(uid: user.uid, load: loadNumber)] + load(user)
    }

    private mutating func leave(to screen: AppScreen) -> [AppEffect] {
        if screen != self.screen { problem = nil }
        self.screen = screen
        progress = nil
        isLoading = false
        loadNumber += 1
        return []
    }

    private mutating func restored() -> [AppEffect] {
        if session == .unresolved {
            problem = AppProblem(AuthError(.storageUnavailable, "the store of the session cannot be read"))
        }
        return []
    }

    private mutating func signedOut() -> [AppEffect] {
        activity = nil
        problem = nil
        if case .registration = screen { _ = registrationCancelled() }
        return [.signOut]
    }
}

// MARK: Profile

extension AppFlow {
    private mutating func load(_ user: UserAuthInfo) -> [AppEffect] {
        isLoading = true
        return [.load(user, load: loadNumber)]
    }

    private mutating func cached(_ state: OnboardingState, _ load: Int) -> [AppEffect] {
        // Somebody half-way may have finished on another device: that waits for the server's word.
        guard load == loadNumber, case .loading(let user) = screen, state == .finished else { return [] }
        screen = .ready(user)
        return []
    }

    private mutating func loaded(_ answer: ProfileAnswer, _ load: Int) -> [AppEffect] {
        guard load == loadNumber, isLoading else { return [] }
        isLoading = false
        guard progress == nil else { return [] }
        switch answer {
        case .found(let state): return show(state)
        case .missing: return show(.inProgress(nil))
        case .failed(let error):
            problem = AppProblem(error)
            return []
        }
    }

    private mutating func show(_ state: OnboardingState) -> [AppEffect] {
        guard let user = session.user else { return [] }
        progress = state
        problem = nil
        // The form of a guest who registers stays; what is behind it is known now.
        if case .registration = screen { return [.remember(state, uid: user.uid)] }
        switch state {
        case .finished: screen = .ready(user)
        case .inProgress(let step): screen = .onboarding(user, step)
        }
        return [.remember(state, uid: user.uid)]
    }

    private mutating func retried() -> [AppEffect] {
        switch session {
        case .unresolved, .locked:
            problem = nil
            return [.restore]
        case .signedIn(let user):
            guard progress == nil, !isLoading else { return [] }
            problem = nil
            loadNumber += 1
            return load(user)
        case .signedOut:
            problem = nil
            return []
        }
    }
}

// MARK: Onboarding

extension AppFlow {
    private mutating func authenticated(_ uid: String) -> [AppEffect] {
        guard let user = session.user, user.uid.hasSameBytes(as: uid) else { return [] }
        return show(.finished)
    }

    private mutating func onboardingStarted() -> [AppEffect] {
        // Before the server's word is there this would be the very guess that overwrites a profile.
        guard progress == .finished, case .ready = screen else { return [] }
        return show(.inProgress(nil))
    }

    private mutating func onboardingStepped(to step: OnboardingStep) -> [AppEffect] {
        guard case .onboarding = screen else { return [] }
        return show(.inProgress(step))
    }

    private mutating func onboardingCompleted() -> [AppEffect] {
        guard case .onboarding = screen else { return [] }
        return show(.finished)
    }
}

// MARK: Activities

extension AppFlow {
    private mutating func began(_ kind: AppActivity.Kind) -> [AppEffect] {
        guard activity == nil, isPossible(kind) else { return [] }
        activityNumber += 1
        let activity = AppActivity(kind: kind, number: activityNumber)
        self.activity = activity
        problem = nil
        return [.run(activity)]
    }

    private func isPossible(_ kind: AppActivity.Kind) -> Bool {
        switch kind {
        case .signIn: return true
        case .signUp: if case .registration = screen { return true } else { return false }
        case .deletion: return session.user != nil
        }
    }

    private mutating func ended(_ error: AuthError?, _ number: Int) -> [AppEffect] {
        guard let activity, activity.number == number else { return [] }
        self.activity = nil
        guard let error else {
            // The person is signed in as who they were already; the form has nothing left to do.
            if case .registration = screen { return registrationCancelled() }
            return []
        }
        if case .register(let body) = error.recovery, activity.kind != .deletion {
            screen = .registration(Registration(body))
            return []
        }
        var effects: [AppEffect] = []
        if case .restart = error.recovery, case .registration = screen { effects = registrationCancelled() }
        problem = AppProblem(error)
        return effects
    }

    private mutating func registrationFilled(_ registration: Registration) -> [AppEffect] {
        guard case .registration(let current) = screen, current.ticket == registration.ticket else { return [] }
        screen = .registration(registration)
        return []
    }

    private mutating func registrationCancelled() -> [AppEffect] {
        guard case .registration = screen else { return [] }
        if activity?.kind == .signUp { activity = nil }
        switch session {
        case .unresolved: return leave(to: .launching)
        case .locked: return leave(to: .locked)
        case .signedOut(let reason): return leave(to: .welcome(reason))
        case .signedIn(let user): return enter(user)
        }
    }
}

extension AppScreen {
    /// The same screen with what is known by now about the same person.
    fileprivate func with(_ user: UserAuthInfo) -> AppScreen {
        switch self {
        case .launching, .locked, .welcome, .registration: self
        case .loading: .loading(user)
        case .onboarding(_, let step): .onboarding(user, step)
        case .ready: .ready(user)
        }
    }
}

extension AuthState {
    fileprivate var isSignedOut: Bool {
        if case .signedOut = self { true } else { false }
    }
}
