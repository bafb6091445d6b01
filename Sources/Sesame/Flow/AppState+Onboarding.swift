extension AppState {
    /// True if somebody is signed in.
    public var isAuthenticated: Bool { flow.session.user != nil }

    /// True if the person goes through the onboarding.
    public var isOnboardingInProgress: Bool { if case .onboarding = screen { true } else { false } }

    /// True if the person has finished the onboarding, as far as is known.
    public var isOnboardingCompleted: Bool { if case .ready = screen { true } else { false } }

    /// The signed-in user; a new one, too.
    public var currentUser: UserAuthInfo? { flow.session.user }

    /// Lets a person into the app whose profile the app itself has found to be complete. Without a session of that
    /// person it does nothing.
    public func authenticate(with user: UserAuthInfo) {
        send(.authenticated(uid: user.uid))
    }

    /// Takes a person through the onboarding again. Who has to is known from the profile; until that has been loaded,
    /// it does nothing.
    public func startUserOnboarding() {
        send(.onboardingStarted)
    }

    /// Notes the step that the person has come to.
    public func continueOnboarding(at step: OnboardingStep) {
        send(.onboardingStepped(to: step))
    }

    /// Ends the onboarding, once the profile has been saved in full.
    public func completeOnboarding() {
        send(.onboardingCompleted)
    }
}
