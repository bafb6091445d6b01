import SesameCore
import SesameWire

/// The state machine of an app's screens, without any I/O: it takes events and returns effects.
///
/// The onboarding begins and continues only after the server, or the app itself, has reported the user's progress. A
/// failed load changes no screen except to offer a retry, and never leads to a write.
struct AppFlow: Sendable, Equatable {
    var screen = AppScreen.launching
    /// The running operation that the user started; nil if there is none.
    var activity: AppActivity?
    /// The last error, until it is dismissed, or another operation or screen begins.
    var problem: AuthError?
    /// The action that waits for the signed-in user's confirmation; nil if no action waits.
    var unconfirmed: AccountAct?
    /// The second-factor form that confirms the waiting action; nil if no second factor is needed. Setting the form to
    /// nil also drops the action.
    var confirmation: SecondFactorForm? {
        didSet { if confirmation == nil, oldValue != nil { unconfirmed = nil } }
    }
    /// True while an action runs that the user has confirmed in a form. The form's sheet stays open until an outcome
    /// replaces the form, or the action ends.
    var isFinishing = false
    /// The outcome of the signed-in user's action, until they dismiss it.
    var outcome: AccountOutcome?
    /// The steps that remain for the user after the last deletion, until they dismiss them or a user signs in.
    var deletion: AccountDeletion?

    /// The last known state of the session.
    var session = AuthState.unresolved
    /// The state of the onboarding, as set by the server or the app; nil if it is not known for this session.
    var progress: OnboardingState?
    var isRestoring = true
    var isLoading = false
    /// True while the user repeats a completed onboarding. Changes of the profile then do not affect the screen.
    var isRepeating = false
    var loadNumber = 0
    var activityNumber = 0

    /// Creates the flow of an app that has just been launched.
    init() {}

    /// True while the restore or load behind the launch or loading screen is running. On these two screens, false means
    /// that it failed: offer a retry. On all other screens it is always false.
    var isWaiting: Bool {
        switch screen {
        case .launching: isRestoring
        case .loading: isLoading
        case .locked, .welcome, .registration, .secondFactor, .onboarding, .ready: false
        }
    }

    /// Handles an event, and returns the effects to carry out, in order.
    mutating func handle(_ event: AppEvent) -> [AppEffect] {
        switch event {
        case .session(let state): return sessionChanged(to: state)
        case .restored: return restored()
        case .cached(let state, let load): return cached(state, load)
        case .loaded(let answer, let load): return loaded(answer, load)
        case .progressed(let progress): return progressed(progress)
        case .retried: return retried()
        case .began(let activity): return began(activity)
        case .ended(let error, let number): return ended(error, number)
        case .signedOut: return signedOut()
        case .authenticated(let uid): return authenticated(uid)
        case .onboardingStarted: return onboardingStarted()
        case .onboardingStepped(let step): return onboardingStepped(to: step)
        case .onboardingCompleted: return onboardingCompleted()
        case .registrationFilled(let form): return registrationFilled(form)
        case .registrationCancelled: return registrationCancelled()
        case .secondFactorFilled(let form): return secondFactorFilled(form)
        case .secondFactorCancelled: return secondFactorCancelled()
        case .proofWanted(let act, let form, let number): return proofWanted(act, form, number)
        case .proved(let number): return proved(number)
        case .brought(let outcome, let number): return brought(outcome, number)
        case .outcomeDismissed:
            outcome = nil
            return []
        case .problemDismissed:
            problem = nil
            if confirmation == nil { unconfirmed = nil }
            return []
        case .deleted(let deletion): return deleted(deletion)
        case .deletionDismissed:
            deletion = nil
            return []
        }
    }
}

// MARK: Session

extension AppFlow {
    private mutating func sessionChanged(to state: AuthState) -> [AppEffect] {
        guard state != session else { return [] }
        let last = session
        session = state
        switch state {
        case .signedIn(let user):
            guard let lastUser = last.user, lastUser.uid.hasSameBytes(as: user.uid) else { return enter(user) }
            screen = screen.with(user)
            return []
        case .signedOut(let reason):
            // The form concerns another account, so it remains, also for a guest whose session ends meanwhile.
            if screen.isOfSignIn, reason != .byUser, reason != .accountDeleted {
                return leave(to: screen)
            }
            return leave(to: .welcome(reason))
        case .locked: return leave(to: .locked)
        case .unresolved: return leave(to: .launching)
        }
    }

    mutating func enter(_ user: UserAuthInfo) -> [AppEffect] {
        deletion = nil
        _ = leave(to: .loading(user))
        return load(user)
    }

    mutating func leave(to screen: AppScreen) -> [AppEffect] {
        if screen != self.screen { problem = nil }
        self.screen = screen
        (progress, confirmation, unconfirmed, outcome) = (nil, nil, nil, nil)
        (isLoading, isRepeating, isFinishing) = (false, false, false)
        loadNumber += 1
        return []
    }

    private mutating func restored() -> [AppEffect] {
        isRestoring = false
        if session == .unresolved {
            problem = AuthError(.storageUnavailable, "the session store cannot be read")
        }
        return []
    }

    private mutating func signedOut() -> [AppEffect] {
        (activity, isFinishing) = (nil, false)
        problem = nil
        _ = formLeft()
        return [.signOut]
    }
}

extension AppScreen {
    /// True for the registration and second-factor forms, which are part of a sign-in.
    var isOfSignIn: Bool {
        switch self {
        case .registration, .secondFactor: true
        case .launching, .locked, .welcome, .loading, .onboarding, .ready: false
        }
    }

    /// Returns the screen with the user's current data. A screen without a user is returned unchanged.
    fileprivate func with(_ user: UserAuthInfo) -> AppScreen {
        switch self {
        case .launching, .locked, .welcome, .registration, .secondFactor: self
        case .loading: .loading(user)
        case .onboarding(_, let step): .onboarding(user, step)
        case .ready: .ready(user)
        }
    }
}
