import SesameCore
import SesameWire

extension AppFlow {
    mutating func load(_ user: UserAuthInfo) -> [AppEffect] {
        isLoading = true
        return [.readCache(uid: user.uid, load: loadNumber), .load(user, load: loadNumber)]
    }

    mutating func cached(_ state: OnboardingState, _ load: Int) -> [AppEffect] {
        // A user in the middle of the onboarding may have completed it on another device, so this waits for the server.
        guard load == loadNumber, case .loading(let user) = screen, state == .finished else { return [] }
        screen = .ready(user)
        return []
    }

    mutating func loaded(_ answer: ProfileLookupResult, _ load: Int) -> [AppEffect] {
        guard load == loadNumber, isLoading else { return [] }
        isLoading = false
        guard progress == nil else { return [] }
        switch answer {
        case .found(let state): return show(state)
        case .missing: return show(.inProgress(nil))
        case .failed(let error):
            problem = error.shown
            return []
        }
    }

    mutating func progressed(_ progress: OnboardingProgress) -> [AppEffect] {
        guard case .onboarding(let user, _) = screen, user.uid.hasSameBytes(as: progress.uid), !isRepeating else {
            return []
        }
        return show(progress.state)
    }

    private mutating func show(_ state: OnboardingState) -> [AppEffect] {
        guard let user = session.user else { return [] }
        progress = state
        if state == .finished { isRepeating = false }
        problem = nil
        // The registration form of a guest remains; the state behind it is known now.
        if case .registration = screen { return [.remember(state, uid: user.uid)] }
        switch state {
        case .finished: screen = .ready(user)
        case .inProgress(let step): screen = .onboarding(user, step)
        }
        return [.remember(state, uid: user.uid)]
    }

    mutating func retried() -> [AppEffect] {
        switch session {
        case .unresolved, .locked:
            problem = nil
            isRestoring = true
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

extension AppFlow {
    mutating func authenticated(_ uid: String) -> [AppEffect] {
        guard let user = session.user, user.uid.hasSameBytes(as: uid) else { return [] }
        return show(.finished)
    }

    mutating func onboardingStarted() -> [AppEffect] {
        // Before the server has responded, this would be a guess that could overwrite a profile.
        guard progress == .finished, case .ready = screen else { return [] }
        isRepeating = true
        return show(.inProgress(nil))
    }

    mutating func onboardingStepped(to step: OnboardingStep) -> [AppEffect] {
        guard case .onboarding = screen else { return [] }
        return show(.inProgress(step))
    }

    mutating func onboardingCompleted() -> [AppEffect] {
        guard case .onboarding = screen else { return [] }
        return show(.finished)
    }
}
