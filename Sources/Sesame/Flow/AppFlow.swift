import SesameCore
import SesameWire

/// The rules of what an app shows, without any I/O: what happens goes in, what is to be done comes out.
///
/// Onboarding begins and goes on only where the server has said how far the person has come. A load that failed changes
/// no screen but to offer another try, and nothing ever follows from it that would be written.
struct AppFlow: Sendable, Equatable {
    /// The screen to show.
    var screen = AppScreen.launching
    /// The operation that the user started, if it still runs.
    var activity: AppActivity?
    /// The last error, until something else happens.
    var problem: AuthError?
    /// The act of the person who is signed in that waits until they have confirmed it.
    var unconfirmed: AccountAct?
    /// The form by which they do, if they have a second factor.
    var confirmation: SecondFactorForm? {
        didSet { if confirmation == nil, oldValue != nil { unconfirmed = nil } }
    }
    /// True while an act goes on whose proof was given in a form: something follows it in the same place, or it goes.
    var isFinishing = false
    /// The outcome of an act of the person who is signed in, until they are done with it.
    var outcome: AccountOutcome?
    /// The steps that the last deletion leaves to the user, until they have seen them or somebody is signed in.
    var deletion: AccountDeletion?

    /// The state of the session, as last heard.
    var session = AuthState.unresolved
    /// The state of the onboarding, by the server's word or the app's; nil while it is not known for this session.
    var progress: OnboardingState?
    var isRestoring = true
    var isLoading = false
    /// True if the app repeats the onboarding of somebody who has finished it: their profile has no say in that.
    var isRepeating = false
    var loadNumber = 0
    var activityNumber = 0

    /// The flow of an app that has just been launched.
    init() {}

    /// True if what ``AppScreen/launching`` and ``AppScreen/loading(_:)`` wait for still goes on. If not, it has
    /// failed: offer another try.
    var isWaiting: Bool {
        switch screen {
        case .launching: isRestoring
        case .loading: isLoading
        case .locked, .welcome, .registration, .secondFactor, .onboarding, .ready: false
        }
    }

    /// Takes in what has happened and says what is to be done, in this order.
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
            // The form is about another account; a guest whose session ends meanwhile keeps it.
            if screen.isOfSignIn, reason != .requested, reason != .accountDeleted {
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
            problem = AuthError(.storageUnavailable, "the store of the session cannot be read")
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
    /// True if it is a form on the way in, which is about nobody who is signed in.
    var isOfSignIn: Bool {
        switch self {
        case .registration, .secondFactor: true
        case .launching, .locked, .welcome, .loading, .onboarding, .ready: false
        }
    }

    /// The same screen with what is known by now about the same person.
    fileprivate func with(_ user: UserAuthInfo) -> AppScreen {
        switch self {
        case .launching, .locked, .welcome, .registration, .secondFactor: self
        case .loading: .loading(user)
        case .onboarding(_, let step): .onboarding(user, step)
        case .ready: .ready(user)
        }
    }
}
