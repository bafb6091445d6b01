extension AppState {
    /// True if a user is signed in, even as a guest or before the onboarding is complete.
    public var isAuthenticated: Bool { flow.session.user != nil }

    /// True while the onboarding is shown, for the first time or repeated.
    public var isOnboardingInProgress: Bool { if case .onboarding = screen { true } else { false } }

    /// True while the app's own content is shown. False during a repeated onboarding, and until the user's progress is
    /// known.
    public var isOnboardingCompleted: Bool { if case .ready = screen { true } else { false } }

    /// The signed-in user, even before the onboarding is complete.
    public var currentUser: UserAuthInfo? { flow.session.user }

    /// Skips the onboarding for a user whose profile the app itself has found to be complete. Does nothing unless the
    /// given user is signed in.
    public func authenticate(with user: UserAuthInfo) {
        send(.authenticated(uid: user.uid))
    }

    /// Restarts the onboarding for a user who has completed it. Does nothing until the loaded profile, or
    /// ``authenticate(with:)``, has confirmed that the onboarding is complete.
    public func startUserOnboarding() {
        send(.onboardingStarted)
    }

    /// Sets the step that the user has reached. Outside the onboarding this does nothing.
    public func continueOnboarding(at step: OnboardingStep) {
        send(.onboardingStepped(to: step))
    }

    /// Ends the onboarding, after the complete profile has been saved. Outside the onboarding this does nothing.
    public func completeOnboarding() {
        send(.onboardingCompleted)
    }
}
